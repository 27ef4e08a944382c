// The cards at every size, and the stations in theirs.
#include "scenes/way/way_layout.h"

#include <gtest/gtest.h>

#include <utility>

#include "cards_fit.h"
#include "core/item.h"
#include "ui/sizes.h"

namespace pipette::app::way_scene {
namespace {

std::vector<Rect> cards(const WayLayout& l) {
  return {l.frame.parameters, l.pick, l.way, l.frame.loss, l.frame.accuracy};
}

TEST(WayLayout, NothingOverlapsAtAnySize) {
  expect_cards_fit([](float width, float height) {
    const WayLayout layout = lay_out_way({.width = width, .height = height, .choice = true});
    return std::pair(layout.frame, cards(layout));
  });
}

TEST(WayLayout, ASmallLaptopSeesEverything) {
  const WayLayout layout =
      lay_out_way({.width = 1280, .height = 720, .parameters = 500, .choice = true});
  EXPECT_LE(layout.frame.content_height, layout.frame.view.h);
}

// A model of so many layers, two on each IPU.
WayModel model_of(int layers) {
  WayModel model;
  model.num_layers = layers;
  const auto add = [&](StationKind kind, int layer, int stage) {
    model.stations.push_back({.kind = kind, .layer = layer, .stage = stage});
  };
  add(StationKind::image, -1, -1);
  add(StationKind::infeed, -1, -1);
  for (int i = 0; i < layers; ++i) add(StationKind::layer, i, i / 2);
  add(StationKind::probabilities, -1, layers / 2);
  add(StationKind::loss, -1, layers / 2);
  for (int i = layers - 1; i >= 0; --i) {
    add(StationKind::gradient, i, (i + 1) / 2);
    add(StationKind::weights, i, i / 2);
  }
  return model;
}

TEST(WayLayout, StationsInSightAreWholeAndApart) {
  for (const int layers : {1, 2, 3, 5, 8, 62}) {
    const WayModel model = model_of(layers);
    for (const float width : {240.0f, 340.0f, 480.0f, 700.0f, 1400.0f}) {
      const Rect area = {10, 20, width, kWayMap};
      for (int first = 0; first <= way_columns(model); first += 3) {
        const WayMap map = lay_out_stations(model, area, first);
        EXPECT_EQ(map.shown, columns_that_fit(model, width));
        EXPECT_LE(map.first + map.shown, map.columns);
        std::vector<Rect> all;
        for (const WayMap::Place& place : map.places) {
          all.push_back(place.cell);
          EXPECT_GE(std::min(place.cell.w, place.cell.h), 44) << "a thumb";
          EXPECT_LE(place.picture.bottom(), place.label.y + 0.01f);
        }
        for (const WayMap::Heading& heading : map.headings) all.push_back(heading.area);
        for (std::size_t i = 0; i < all.size(); ++i) {
          EXPECT_GE(all[i].x, area.x - 0.01f);
          EXPECT_LE(all[i].right(), area.right() + 0.01f);
          EXPECT_LE(all[i].bottom(), area.bottom() + 0.01f);
          for (std::size_t j = i + 1; j < all.size(); ++j) {
            EXPECT_FALSE(all[i].inset(0.01f).overlaps(all[j].inset(0.01f)))
                << layers << " layers, " << width << " px: " << i << " and " << j;
          }
        }
      }
    }
  }
}

// Everything stands below the heading of the stage that makes it.
TEST(WayLayout, StationsStandBelowTheirStage) {
  const WayModel model = model_of(5);
  const WayMap map = lay_out_stations(model, {0, 0, 1400, kWayMap}, 0);
  EXPECT_EQ(map.places.size(), model.stations.size());
  for (const WayMap::Place& place : map.places) {
    const WayStation& station = item(model.stations, place.station);
    int above = 0;
    for (const WayMap::Heading& heading : map.headings) {
      if (heading.backward != is_backward(station.kind)) continue;
      if (!heading.area.contains(place.cell.center_x(), heading.area.center_y())) continue;
      EXPECT_EQ(heading.stage, station.stage);
      EXPECT_LT(heading.area.bottom(), place.cell.y);
      ++above;
    }
    EXPECT_EQ(above, 1);
  }
}

TEST(WayLayout, AnArrowLeadsToEveryStationFromWhatItIsMadeOf) {
  const WayModel model = model_of(3);
  const WayMap map = lay_out_stations(model, {0, 0, 900, kWayMap}, 0);
  EXPECT_EQ(map.arrows.size() + 1, model.stations.size());
  for (const WayMap::Arrow& arrow : map.arrows) {
    EXPECT_EQ(arrow.from.x < arrow.to.x, !arrow.backward);
  }
}

}  // namespace
}  // namespace pipette::app::way_scene
