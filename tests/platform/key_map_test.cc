// Keys of a browser.
#include "platform/key_map.h"

#include <gtest/gtest.h>

namespace pipette::app {
namespace {

TEST(KeyMap, LettersGoByWhatTheyPrintAndTheRestByPlace) {
  EXPECT_EQ(key_from_dom("KeyQ", "a"), ImGuiKey_A);        // a French keyboard
  EXPECT_EQ(key_from_dom("Digit7", "/"), ImGuiKey_Slash);  // a German one
  EXPECT_EQ(key_from_dom("Space", " "), ImGuiKey_Space);
  EXPECT_EQ(key_from_dom("Tab", "Tab"), ImGuiKey_None) << "Tab must be able to leave the canvas";
}

TEST(KeyMap, TheBrowserKeepsItsKeys) {
  for (const ImGuiKey key : {ImGuiKey_W, ImGuiKey_T, ImGuiKey_R, ImGuiKey_F, ImGuiKey_L}) {
    EXPECT_FALSE(page_takes({key, true, false, false}));
  }
  EXPECT_TRUE(page_takes({ImGuiKey_Z, true, false, false}));
  EXPECT_TRUE(page_takes({ImGuiKey_K, true, false, false}));
  EXPECT_TRUE(page_takes({ImGuiKey_Space, false, false, false}));
  EXPECT_FALSE(page_takes({ImGuiKey_Space, false, false, true})) << "a space being typed";
}

}  // namespace
}  // namespace pipette::app
