// A function that receives printed text piece by piece, as it is produced.
//
//   model.fit(batches, {.epochs = 3, .out = text_sink(std::cout)});
//   model.summary([&](std::string_view text) { window.append(text); });
//
// A function rather than a stream, because windows and records of a run append to strings.
#pragma once

#include <functional>
#include <string_view>

namespace pipette {

using TextSink = std::function<void(std::string_view text)>;

// Writes into a stream, which must outlive the sink, and flushes after each piece.
template <class Stream>
TextSink text_sink(Stream& stream) {
  return [&stream](std::string_view text) { (stream << text).flush(); };
}

}  // namespace pipette
