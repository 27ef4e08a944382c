#include "ui/command.h"

#include <gmock/gmock.h>

#include "ui/harness.h"

namespace pipette::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Keys : public testing::Test {
 protected:
  // The actions that one press of a key asks for, with what is held meanwhile.
  std::vector<std::string> press(const Commands& commands, ImGuiKey key,
                                 std::initializer_list<ImGuiKey> held = {}) {
    ImGuiIO& io = ImGui::GetIO();
    for (const ImGuiKey modifier : held) io.AddKeyEvent(modifier, true);
    io.AddKeyEvent(key, true);
    screen_.frame_of([&] { ask_by_keys(screen_.ui, commands); });
    for (const ImGuiKey modifier : held) io.AddKeyEvent(modifier, false);
    io.AddKeyEvent(key, false);
    std::vector<std::string> actions;
    for (const Intent& intent : screen_.take()) actions.push_back(intent.action);
    for (int i = 0; i < 4; ++i) screen_.frame_of([] {});
    return actions;
  }

  const Commands commands_ = {
      {.keys = "/", .help = "A step", .intent = {"step"}},
      {.keys = "Shift + /", .help = "A run", .intent = {"run"}},
      {.keys = "Ctrl + Y, Ctrl + Shift + Z", .help = "Redo", .intent = {"redo"}},
      {.keys = "Ctrl + Z", .help = "Undo", .intent = {"undo"}},
      {.keys = "R", .help = "Reset", .intent = {"reset"}},
      {.keys = "Q", .help = "Quit", .intent = {"quit"}, .possible = false},
      {.keys = "Wheel, pinch", .help = "Zoom"},
      {.keys = ".", .help = "Not now", .intent = {"not now"}, .possible = false},
      {.keys = ".", .help = "Another one's", .intent = {"other"}},
      {.keys = "N", .help = "Next", .intent = {"next"}},
      {.keys = "Shift + N", .help = "Last", .intent = {"last"}, .possible = false},
  };

 private:
  Harness screen_{400, 300};
};

TEST_F(Keys, AskForWhatTheyAreSaidToDo) {
  EXPECT_THAT(press(commands_, ImGuiKey_Slash), ElementsAre("step"));
  EXPECT_THAT(press(commands_, ImGuiKey_Slash, {ImGuiMod_Shift}), ElementsAre("run"));
  EXPECT_THAT(press(commands_, ImGuiKey_Z, {ImGuiMod_Ctrl}), ElementsAre("undo"));
  EXPECT_THAT(press(commands_, ImGuiKey_Y, {ImGuiMod_Ctrl}), ElementsAre("redo"));
  EXPECT_THAT(press(commands_, ImGuiKey_Z, {ImGuiMod_Ctrl, ImGuiMod_Shift}), ElementsAre("redo"));
}

TEST_F(Keys, ShiftAloneChangesNothingWhereNoCommandHasIt) {
  EXPECT_THAT(press(commands_, ImGuiKey_R, {ImGuiMod_Shift}), ElementsAre("reset"));
  EXPECT_THAT(press(commands_, ImGuiKey_R, {ImGuiMod_Ctrl}), IsEmpty());
  EXPECT_THAT(press(commands_, ImGuiKey_R, {ImGuiMod_Alt}), IsEmpty());
}

TEST_F(Keys, WhatIsNotPossibleNowIsNotAskedFor) {
  EXPECT_THAT(press(commands_, ImGuiKey_Q), IsEmpty());
  EXPECT_THAT(press(commands_, ImGuiKey_Z), IsEmpty());
  EXPECT_THAT(press(commands_, ImGuiKey_Period), ElementsAre("other"));
  EXPECT_THAT(press(commands_, ImGuiKey_N, {ImGuiMod_Shift}), IsEmpty()) << "nor another instead";
}

}  // namespace
}  // namespace pipette::app
