// The inspector's scene: what it draws, what keys and clicks ask for.
#include <gtest/gtest.h>

#include <cmath>

#include "page/actions.h"
#include "page/fake_models.h"
#include "page/page_harness.h"
#include "scenes/tensors/actions.h"
#include "scenes/tensors/fake_outfed.h"
#include "scenes/tensors/tensor_picker.h"

namespace pipette::app::tensors_scene {
namespace {

class TensorsPageTest : public testing::Test {
 protected:
  TensorsPageTest() { show(false); }

  void show(bool nans) {
    outfed = fake_outfed(nans);
    TensorsModel& model = fake.tensors.model();
    fake.scene = &fake.tensors;
    model.filters = {{"gradients_filters", "Gradients", "Dense_128", ""},
                     {"activations_filters", "Activations", "none", ""}};
    fake.tensors.printed().text = &printed;
    fill();
  }
  void fill() { picker.fill(outfed, losses, 1500, 0, &fake.tensors.model()); }
  const Intent* asked(const std::string& action) {
    intents = screen.take();
    for (const Intent& intent : intents) {
      if (intent.action == action) return &intent;
    }
    return nullptr;
  }

  std::vector<OutfedTensor> outfed;
  LatestList<float> losses = fake_losses(1500);
  std::string printed = "Epoch 1/3\n";
  TensorPicker picker;
  FakePage fake;
  Intents intents;
  PageHarness screen{1280, 720};
};

TEST_F(TensorsPageTest, EverythingIsInSightOnASmallLaptop) {
  screen.frames(fake, 3);
  for (const char* name :
       {"tensors", "tensors/0", "heat", "heat/picture", "heat/scale", "heat/element",
        "distribution", "distribution/plot", "distribution/mean", "printed", "printed/copy", "loss",
        "accuracy", "parameters", "inspector/gradients_filters"}) {
    const auto rect = screen.ui.rects.find(name);
    ASSERT_TRUE(rect) << name;
    EXPECT_LE(rect->bottom(), 720) << name;
    EXPECT_LE(rect->right(), 1280) << name;
    EXPECT_GT(rect->h, 8) << name;
  }
  EXPECT_FALSE(screen.ui.rects.find("flow"));
  EXPECT_FALSE(screen.ui.rects.find("tensors/not-finite"));
}

TEST_F(TensorsPageTest, WhatWasPrintedIsCopied) {
  ASSERT_TRUE(screen.click(fake, "printed/copy"));
  const Intent* copy = asked(action::kCopyText);
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->text, printed);
}

TEST_F(TensorsPageTest, WhatAnotherSessionPrintedReplacesTextOfTheSameLength) {
  const std::string before = "counter 20\n", after = "counter 30\n";
  PrintedViewState state;
  PrintedModel model;
  const auto draw = [&](const std::string& text) {
    model.text = &text;
    screen.frame_of([&] {
      ImGui::Begin("window");
      draw_printed(screen.ui, model, &state, {0, 0, 300, 200});
      ImGui::End();
    });
    return state.shown;
  };
  EXPECT_EQ(draw(before), before);
  ++model.session;
  EXPECT_EQ(draw(after), after);
}

TEST_F(TensorsPageTest, WhatQueuesHoldStandsBesideTheFilters) {
  screen.frames(fake, 2);
  EXPECT_FALSE(screen.ui.rects.find("tensors/held")) << "they never held anything";
  fake.tensors.model().most_held_bytes = 12 << 20;
  screen.frames(fake, 2);
  const auto held = screen.ui.rects.find("tensors/held");
  const auto filter = screen.ui.rects.find("inspector/gradients_filters/on");
  ASSERT_TRUE(held && filter);
  EXPECT_LE(held->right(), filter->x);
}

TEST_F(TensorsPageTest, ARowPicksItsTensor) {
  ASSERT_TRUE(screen.click(fake, "tensors/1"));
  const Intent* intent = asked(action::kInspect);
  ASSERT_TRUE(intent);
  EXPECT_EQ(intent->text, "gradients/Dense_128/kernel:0_grad");
}

TEST_F(TensorsPageTest, ArrowKeysPickTensorsAndElements) {
  screen.frames(fake, 2);
  screen.key(fake, ImGuiKey_DownArrow);
  const Intent* tensor = asked(action::kInspect);
  ASSERT_TRUE(tensor);
  picker.act(*tensor);
  fill();
  EXPECT_EQ(fake.tensors.model().selected, 1);
  screen.key(fake, ImGuiKey_LeftArrow);
  const Intent* element = asked(action::kInspectElement);
  ASSERT_TRUE(element);
  EXPECT_EQ(element->number, 23);
  picker.act(*element);
  fill();
  screen.key(fake, ImGuiKey_RightArrow);
  element = asked(action::kInspectElement);
  ASSERT_TRUE(element);
  EXPECT_EQ(element->number, -1) << "the newest one stays the newest";
}

TEST_F(TensorsPageTest, EveryTensorIsDrawnAtEverySizeAndWithNans) {
  for (const bool nans : {false, true}) {
    show(nans);
    for (const auto& tensor : TensorsModel(fake.tensors.model()).tensors) {
      const std::string& key = tensor.key;
      picker.act({action::kInspect, {}, 0, tensor.queue + "/" + key});
      fill();
      for (const auto& [w, h] :
           {std::pair{1280.0f, 720.0f}, {390.0f, 844.0f}, {2560.0f, 1440.0f}}) {
        screen.resize(w, h);
        screen.frames(fake, 2);
        const auto card = screen.ui.rects.find("heat");
        const TensorsModel& shown = fake.tensors.model();
        const bool numbers =
            shown.all_elements && shown.shape[0] == 1 && shown.shape[1] == shown.count;
        const auto picture = screen.ui.rects.find(numbers ? "heat/line" : "heat/picture");
        ASSERT_TRUE(card && picture) << key;
        EXPECT_GE(picture->x, card->x) << key << " at " << w;
        EXPECT_LE(picture->right(), card->right()) << key << " at " << w;
        EXPECT_LE(picture->bottom(), card->bottom()) << key << " at " << w;
        EXPECT_GT(picture->w * picture->h, 0.12f * card->w * card->h) << key << w;
        EXPECT_EQ(screen.ui.rects.find("tensors/not-finite").has_value(), nans);
      }
    }
  }
}

TEST_F(TensorsPageTest, AFilterIsTurnedOffAndOnAndTyped) {
  ASSERT_TRUE(screen.click(fake, "inspector/gradients_filters/on"));
  const Intent* off = asked(action::kSetParameter);
  ASSERT_TRUE(off);
  EXPECT_EQ(off->name, "gradients_filters");
  EXPECT_EQ(off->text, "none");
  fake.tensors.model().filters[0].text = "none";
  ASSERT_TRUE(screen.click(fake, "inspector/gradients_filters/on"));
  const Intent* on = asked(action::kSetParameter);
  ASSERT_TRUE(on);
  EXPECT_EQ(on->text, "Dense_128");
  ASSERT_TRUE(screen.click(fake, "inspector/activations_filters/text"));
  screen.frames(fake, 2);
  ImGui::GetIO().AddInputCharactersUTF8("Dense_10");
  screen.frames(fake, 2);
  screen.key(fake, ImGuiKey_Enter);
  const Intent* typed = asked(action::kSetParameter);
  ASSERT_TRUE(typed);
  EXPECT_EQ(typed->name, "activations_filters");
  EXPECT_EQ(typed->text, "Dense_10");
}

TEST_F(TensorsPageTest, LayersAreDrawnInPlaceOfTheDistributionAtEverySize) {
  ASSERT_TRUE(screen.click(fake, "inspector/layers/1"));
  const Intent* intent = asked(action::kInspectLayers);
  ASSERT_TRUE(intent);
  EXPECT_EQ(intent->number, 1);
  fake.tensors.act(*intent);
  LayersModel& layers = fake.tensors.layers();
  layers.layers = {"flatten", "Dense_128"};
  layers.selected = 1;
  layers.step = 20;
  layers.features = 128;
  for (int i = 0; i < 256; ++i) {
    const float turn = static_cast<float>(i);
    layers.projection.points.push_back({turn * std::cos(turn), turn * std::sin(turn)});
    layers.labels.push_back(static_cast<std::uint8_t>(i % 10));
  }
  layers.kernel = "Dense_128/kernel:0";
  layers.kernel_shape = "256 × 128";
  for (int i = 128; i > 0; --i) layers.singular_values.push_back(i);
  const auto draw_at_every_size = [&] {
    for (const auto& [w, h] :
         {std::pair{1280.0f, 720.0f}, {390.0f, 844.0f}, {2560.0f, 1440.0f}, {770.0f, 400.0f}}) {
      screen.resize(w, h);
      screen.frames(fake, 2);
      EXPECT_FALSE(screen.ui.rects.find("distribution"));
      const auto card = screen.ui.rects.find("layers");
      ASSERT_TRUE(card);
      for (const char* name : {"layers/points", "layers/spectrum"}) {
        const auto picture = screen.ui.rects.find(name);
        ASSERT_TRUE(picture) << name;
        EXPECT_GE(picture->x, card->x) << name << " at " << w;
        EXPECT_LE(picture->right(), card->right()) << name << " at " << w;
        EXPECT_LE(picture->bottom(), card->bottom()) << name << " at " << w;
        EXPECT_GT(picture->w * picture->h, 0.1f * card->w * card->h) << name << " at " << w;
      }
    }
  };
  draw_at_every_size();
  layers.projection.shares[0] = layers.singular_values[0] = NAN;
  draw_at_every_size();
  layers.selected = -1;
  screen.frames(fake, 2);
  EXPECT_FALSE(screen.ui.rects.find("layers/points"));
}

TEST_F(TensorsPageTest, APickedRowIsInSight) {
  for (int i = 0; i < 20; ++i) {
    outfed.push_back(outfed[2]);
    outfed.back().key += std::to_string(i);
  }
  picker.act({action::kInspect, {}, 0, "activations/Dense_1019"});
  fill();
  screen.frames(fake, 3);
  const Rect table = *screen.ui.rects.find("tensors");
  const auto row = [&] {
    return *screen.ui.rects.find("tensors/" + std::to_string(fake.tensors.model().selected));
  };
  EXPECT_LE(row().bottom(), table.bottom());
  EXPECT_GT(row().y, table.y + 40);
  picker.act({action::kInspect, {}, 0, "gradients/Dense_128/kernel:0_grad"});
  fill();
  screen.frames(fake, 3);
  EXPECT_GT(row().y, table.y + 40);
  EXPECT_LE(row().bottom(), table.bottom());
}

TEST_F(TensorsPageTest, WithoutTensorsItSaysWhatToDo) {
  outfed.clear();
  losses = {};
  printed.clear();
  fill();
  screen.frames(fake, 3);
  EXPECT_FALSE(screen.ui.rects.find("heat/picture"));
  EXPECT_FALSE(screen.ui.rects.find("tensors/0"));
  EXPECT_TRUE(screen.take().empty());
  screen.key(fake, ImGuiKey_DownArrow);
  EXPECT_TRUE(screen.take().empty());
}

TEST_F(TensorsPageTest, ALostContextOrAnIdleFrameUploadsNothingTwice) {
  screen.frames(fake, 4);
  const ImDrawData& data = screen.frame(fake);
  for (const ImTextureData* texture : *data.Textures) {
    EXPECT_EQ(texture->Status, ImTextureStatus_OK) << "painted again without a change";
  }
  EXPECT_LT(data.TotalVtxCount, 20000);
}

}  // namespace
}  // namespace pipette::app::tensors_scene
