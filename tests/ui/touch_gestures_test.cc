#include "ui/touch_gestures.h"

#include <gtest/gtest.h>

namespace pipette::app {
namespace {

using Kind = TouchAction::Kind;

std::vector<Kind> kinds(TouchGestures& touch) {
  std::vector<Kind> result;
  for (const TouchAction& action : touch.take_actions()) result.push_back(action.kind);
  return result;
}

TouchGestures::ClaimAt claims(Claim claim) {
  return [claim](float, float) { return claim; };
}

TEST(TouchGestures, AShortTouchIsAClick) {
  TouchGestures touch;
  touch.start({{1, 50, 60}}, claims(Claim::none));
  touch.move({{1, 52, 61}});
  touch.end({});
  EXPECT_EQ(kinds(touch),
            (std::vector<Kind>{Kind::move, Kind::down, Kind::up, Kind::tap, Kind::leave}));
}

TEST(TouchGestures, AMoveOverNothingScrollsAndNeverClicks) {
  TouchGestures touch;
  touch.start({{1, 50, 60}}, claims(Claim::none));
  touch.move({{1, 50, 40}});
  touch.move({{1, 50, 25}});
  float scrolled = 0;
  for (const TouchAction& action : touch.take_actions()) {
    EXPECT_NE(action.kind, Kind::down);
    scrolled += action.dy;
  }
  EXPECT_FLOAT_EQ(scrolled, -35);
}

TEST(TouchGestures, AHorizontalClaimDragsSidewaysAndScrollsUpAndDown) {
  TouchGestures touch;
  touch.start({{1, 50, 60}}, claims(Claim::horizontal));
  touch.move({{1, 70, 62}});
  EXPECT_EQ(kinds(touch), (std::vector<Kind>{Kind::move, Kind::down, Kind::move}));
  touch.end({});
  EXPECT_EQ(kinds(touch), (std::vector<Kind>{Kind::up, Kind::leave}));
  touch.start({{1, 50, 60}}, claims(Claim::horizontal));
  touch.move({{1, 52, 90}});
  EXPECT_EQ(kinds(touch), (std::vector<Kind>{Kind::move, Kind::leave, Kind::scroll}));
}

TEST(TouchGestures, ThePadGetsTheFirstPointAtOnce) {
  TouchGestures touch;
  touch.start({{1, 50, 60}}, claims(Claim::drag));
  EXPECT_EQ(kinds(touch), (std::vector<Kind>{Kind::move, Kind::down}));
  // A second finger does not take the stroke away.
  touch.start({{1, 50, 60}, {2, 90, 60}}, claims(Claim::drag));
  touch.move({{1, 55, 66}, {2, 90, 60}});
  EXPECT_EQ(kinds(touch), (std::vector<Kind>{Kind::move}));
}

TEST(TouchGestures, TwoFingersPinchAroundTheirMiddle) {
  TouchGestures touch;
  touch.start({{1, 100, 50}}, claims(Claim::none));
  touch.start({{1, 100, 50}, {2, 200, 50}}, claims(Claim::none));
  touch.take_actions();
  touch.move({{1, 60, 50}, {2, 260, 50}});
  const std::vector<TouchAction> actions = touch.take_actions();
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_EQ(actions[0].kind, Kind::pinch);
  EXPECT_FLOAT_EQ(actions[0].factor, 2);
  EXPECT_FLOAT_EQ(actions[0].x, 160);
  EXPECT_FLOAT_EQ(actions[0].dx, 10);
  touch.end({{1, 60, 50}});
  touch.end({});
  for (const Kind kind : kinds(touch)) EXPECT_NE(kind, Kind::down);
}

}  // namespace
}  // namespace pipette::app
