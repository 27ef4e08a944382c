#include "program/trace.h"

namespace pipette {

const char* span_kind_name(SpanKind kind) {
  switch (kind) {
    case SpanKind::host_prepare: return "prepare batch";
    case SpanKind::host_call: return "call";
    case SpanKind::host_pipeline: return "data pipeline";
    case SpanKind::host_staging: return "staging";
    case SpanKind::host_handshake: return "handshake";
    case SpanKind::engine_run: return "Engine::run";
    case SpanKind::stream_begin: return "StreamCopy Begin";
    case SpanKind::stream_mid: return "StreamCopy Mid";
    case SpanKind::stream_end: return "StreamCopy End";
    case SpanKind::sync: return "sync";
    case SpanKind::exchange: return "exchange";
    case SpanKind::layout: return "layout change";
    case SpanKind::compute: return "compute";
  }
  return "?";
}

Trace::Trace(std::size_t capacity) : spans_(capacity, Overflow::kOverwrite) { intern(""); }

std::int32_t Trace::intern(const std::string& name) {
  const auto [at, is_new] = ids_.emplace(name, static_cast<std::int32_t>(names_.size()));
  if (is_new) names_.push_back(name);
  return at->second;
}

void Trace::clear() { spans_.clear(); }

}  // namespace pipette
