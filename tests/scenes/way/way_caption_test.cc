// What is said of each station.
#include "scenes/way/way_caption.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/item.h"
#include "scenes/way/way_inspection.h"
#include "session/small_experiments.h"
#include "ui/format.h"

namespace pipette::app::way_scene {
namespace {

// Of a fresh session; by station.
struct Said {
  explicit Said(const char* name) : session(least_work_of(name)) {
    inspection.start(session);
    inspection.pick(1);
    inspection.follow(session, 0, false);
  }
  std::string of(StationKind kind, int layer = -1) {
    for (const WayStation& station : inspection.model().stations) {
      if (station.kind == kind && (layer < 0 || station.layer == layer)) return station.caption;
    }
    return {};
  }
  const WayModel& model() { return inspection.model(); }

  Session session;
  WayInspection inspection;
};

TEST(WayCaption, SaysWhatHappensWithTheFiguresOfTheWay) {
  Said said("mnist-with-feeds");
  const WayModel& m = said.model();
  const LabelledImages image = said.session.data().test(1, 2);
  const auto* bytes = image.images.data<std::uint8_t>();
  const auto ink = 784 - std::count(bytes, bytes + 784, 0);
  EXPECT_EQ(said.of(StationKind::image),
            "This test digit, " + with_article(std::to_string(m.label)) +
                ", has 28 × 28 pixels, each a byte from 0 to 255, and " + std::to_string(ink) +
                " of the 784 are not 0.");
  EXPECT_EQ(said.of(StationKind::infeed),
            "Images come to IPU 0 through the infeed queue, 2 images in a mini-batch, as numbers "
            "from 0 to 1; 0 of its 3 mini-batches are ready now.");
  const ImageWay way = said.session.layers().way(unit_floats(image.images), m.label);
  const auto* hidden = way.layers[0].output.data<float>();
  const auto zeros = std::count(hidden, hidden + 6, 0.0f);
  EXPECT_EQ(said.of(StationKind::layer, 0), "dense makes 6 numbers of the 784 pixels; " +
                                                std::to_string(zeros) +
                                                (zeros == 1 ? " of them is 0" : " of them are 0") +
                                                ", because ReLU lets nothing negative through.");
  EXPECT_EQ(said.of(StationKind::layer, 1)
                .find("dense_1 makes 10 numbers of the 6 of dense, one for each class; the "
                      "largest, "),
            0u);
  EXPECT_EQ(said.of(StationKind::probabilities)
                .find("Softmax makes probabilities of what the last layer gives: it takes the "
                      "digit for "),
            0u);
  const auto p = static_cast<double>(item(m.probabilities, m.label));
  EXPECT_NEAR(m.loss, -std::log(p), 1e-5);
  EXPECT_NE(
      said.of(StationKind::loss)
          .find("−ln " + format_value(p) + " = " + format_value(static_cast<double>(m.loss)) + "."),
      std::string::npos)
      << said.of(StationKind::loss);
  EXPECT_NE(said.of(StationKind::gradient, 1).find("is the probabilities, less 1 for "),
            std::string::npos);
  EXPECT_NE(said.of(StationKind::weights, 0)
                .find("The gradient with respect to the 784 × 6 weights of dense "),
            std::string::npos);
}

TEST(WayCaption, ALayerThatPassesOnSaysSo) {
  Said said("loops");
  EXPECT_NE(said.of(StationKind::layer, 1).find("conv2d makes 8 pictures of 28 × 28 numbers of "),
            std::string::npos);
  EXPECT_EQ(said.of(StationKind::layer, 3),
            "flatten changes none of the 6,272 of conv2d_1 and lays them out in one row.");
}

TEST(WayCaption, AProgramWithoutFeedsHasNoQueue) {
  Said said("mnist-without-feeds");
  EXPECT_EQ(said.of(StationKind::infeed),
            "Without an infeed queue the host hands images to IPU 0 with a call, 2 images in a "
            "mini-batch, as numbers from 0 to 1.");
}

TEST(WayCaption, ADrawingWithoutALabelSaysWhoseLossItIs) {
  Said said("mnist-with-feeds");
  std::vector<float> pixels(784);
  pixels[400] = 1;
  said.inspection.draw(pixels);
  said.inspection.follow(said.session, 0, false);
  EXPECT_EQ(said.of(StationKind::loss)
                .find("You have not said what you drew, so the loss is that "
                      "of "),
            0u);
  EXPECT_NE(said.of(StationKind::image)
                .find("has 28 × 28 pixels, each a byte from 0 to 255, and 1 "
                      "of the 784"),
            std::string::npos);
}

TEST(WayCaption, NamesHaveTheirArticle) {
  EXPECT_EQ(with_article("7"), "a 7");
  EXPECT_EQ(with_article("8"), "an 8");
  EXPECT_EQ(with_article("Ankle boot"), "an Ankle boot");
  EXPECT_EQ(with_article("Trouser"), "a Trouser");
}

}  // namespace
}  // namespace pipette::app::way_scene
