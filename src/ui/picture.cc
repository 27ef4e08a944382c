#include "ui/picture.h"

#include <algorithm>
#include <cstddef>

#include "imgui_internal.h"

namespace pipette::app {
namespace {

constexpr int kCell = DigitAtlas::kSide + 2;  // a clear border: neighbours must not bleed in

// Uploads a rectangle of the texture to the GPU with the next frame.
void upload(ImTextureData* texture, int x, int y, int width, int height) {
  if (texture->Status == ImTextureStatus_WantCreate) return;
  if (texture->Status == ImTextureStatus_OK) texture->Updates.resize(0);
  ImTextureRect area;
  area.x = static_cast<unsigned short>(x);
  area.y = static_cast<unsigned short>(y);
  area.w = static_cast<unsigned short>(width);
  area.h = static_cast<unsigned short>(height);
  texture->Updates.push_back(area);
  texture->SetStatus(ImTextureStatus_WantUpdates);
}

}  // namespace

DigitAtlas::DigitAtlas(int columns, int rows)
    : columns_(columns), rows_(rows), texture_(std::make_unique<ImTextureData>()) {
  texture_->Create(ImTextureFormat_RGBA32, columns * kCell, rows * kCell);
  const auto size = static_cast<std::size_t>(texture_->GetSizeInBytes());
  for (std::size_t i = 0; i < size; ++i) texture_->Pixels[i] = i % 4 == 3 ? 0 : 255;
  texture_->SetStatus(ImTextureStatus_WantCreate);
  ImGui::RegisterUserTexture(texture_.get());
}

DigitAtlas::~DigitAtlas() {
  if (ImGui::GetCurrentContext() != nullptr) ImGui::UnregisterUserTexture(texture_.get());
}

void DigitAtlas::set(int index, const float* pixels) {
  const int left = (index % columns_) * kCell + 1;
  const int top = (index / columns_) * kCell + 1;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const float value = std::clamp(pixels[y * kSide + x], 0.0f, 1.0f);
      auto* texel = static_cast<unsigned char*>(texture_->GetPixelsAt(left + x, top + y));
      texel[3] = static_cast<unsigned char>(value * 255 + 0.5f);
    }
  }
  upload(texture_.get(), left, top, kSide, kSide);
}

void DigitAtlas::draw(Ui& ui, int index, const Rect& area, ImU32 ink) const {
  const auto width = static_cast<float>(texture_->Width);
  const auto height = static_cast<float>(texture_->Height);
  const auto left = static_cast<float>((index % columns_) * kCell + 1);
  const auto top = static_cast<float>((index / columns_) * kCell + 1);
  ui.draw()->AddImage(texture_->GetTexRef(), {area.x, area.y}, {area.right(), area.bottom()},
                      {left / width, top / height},
                      {(left + kSide) / width, (top + kSide) / height}, ink);
}

Raster::Raster() : texture_(std::make_unique<ImTextureData>()) {
  texture_->Create(ImTextureFormat_RGBA32, kMaxSide, kMaxSide);
  texture_->SetStatus(ImTextureStatus_WantCreate);
  ImGui::RegisterUserTexture(texture_.get());
}

Raster::~Raster() {
  if (ImGui::GetCurrentContext() != nullptr) ImGui::UnregisterUserTexture(texture_.get());
}

void Raster::set(const Part& part, const std::vector<std::uint8_t>& levels, const Palette& colors) {
  const std::uint8_t* level = levels.data();
  for (int y = 0; y < part.height; ++y) {
    auto* row = static_cast<ImU32*>(texture_->GetPixelsAt(part.x, part.y + y));
    for (int x = 0; x < part.width; ++x) row[x] = colors[*level++];
  }
  upload(texture_.get(), part.x, part.y, part.width, part.height);
}

void Raster::draw(Ui& ui, const Rect& area, const Part& part) const {
  const auto share = [](int pixels) { return static_cast<float>(pixels) / kMaxSide; };
  ui.draw()->AddImage(texture_->GetTexRef(), {area.x, area.y}, {area.right(), area.bottom()},
                      {share(part.x), share(part.y)},
                      {share(part.x + part.width), share(part.y + part.height)});
}

}  // namespace pipette::app
