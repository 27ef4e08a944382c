#include "inspect/outfeed_layers.h"

namespace pipette::inspect {

namespace {

class Outfeed : public keras::Layer {
 public:
  Outfeed(OutfeedQueue& queue, const std::string& name) : Layer("Outfeed", name), queue_(queue) {}
  Tensor call(const Tensor& x, const keras::CallContext& context) override {
    if (context.training) queue_.enqueue(Nest<Tensor>::dict({{name(), Nest<Tensor>(x)}}));
    return x;
  }

 private:
  OutfeedQueue& queue_;
};

class MaybeOutfeed : public keras::Layer {
 public:
  MaybeOutfeed(MaybeOutfeedQueue& queue, bool final_outfeed, const std::string& name)
      : Layer("MaybeOutfeed", name), queue_(queue), final_outfeed_(final_outfeed) {}
  Tensor call(const Tensor& x, const keras::CallContext& context) override {
    if (!context.training) return x;
    queue_.maybe_outfeed(name(), x);
    if (final_outfeed_) queue_.maybe_enqueue();
    return x;
  }

 private:
  MaybeOutfeedQueue& queue_;
  bool final_outfeed_;
};

}  // namespace

keras::LayerPtr outfeed(OutfeedQueue& queue, const std::string& name) {
  return std::make_shared<Outfeed>(queue, name);
}

keras::LayerPtr maybe_outfeed(MaybeOutfeedQueue& queue, bool final_outfeed,
                              const std::string& name) {
  return std::make_shared<MaybeOutfeed>(queue, final_outfeed, name);
}

}  // namespace pipette::inspect
