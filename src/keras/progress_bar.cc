#include "keras/progress_bar.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace pipette::keras {

namespace {

constexpr int kWidth = 30;
constexpr double kInterval = 0.05;  // seconds between drawings

std::string bar(std::int64_t done, std::int64_t steps) {
  const std::string target = fmt::format("{}", steps);
  std::string text = fmt::format("{:>{}}/{} [", done, target.size(), target);
  const auto filled =
      static_cast<int>(kWidth * static_cast<double>(done) / static_cast<double>(steps));
  if (filled > 0) {
    text += std::string(static_cast<std::size_t>(filled - 1), '=');
    text += done < steps ? '>' : '=';
  }
  return text + std::string(static_cast<std::size_t>(kWidth - filled), '.') + ']';
}

std::string remaining(double seconds) {
  const auto s = static_cast<std::int64_t>(seconds);
  if (s > 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s % 3600 / 60, s % 60);
  if (s > 60) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}s", s);
}

std::string each(double seconds, const char* what) {
  if (seconds >= 1 || seconds == 0) return fmt::format("{:.0f}s/{}", seconds, what);
  if (seconds >= 1e-3) return fmt::format("{:.0f}ms/{}", seconds * 1e3, what);
  return fmt::format("{:.0f}us/{}", seconds * 1e6, what);
}

std::string values(const Logs& logs) {
  std::string text;
  for (const Logs::Entry& entry : logs.entries()) {
    text += std::abs(entry.value) > 1e-3 ? fmt::format(" - {}: {:.4f}", entry.name, entry.value)
                                         : fmt::format(" - {}: {:.4e}", entry.name, entry.value);
  }
  return text;
}

}  // namespace

ProgressBar::Clock ProgressBar::real_clock() {
  return [] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
  };
}

ProgressBar::ProgressBar(TextSink out, const Options& options, Clock clock)
    : out_(std::move(out)), options_(options), clock_(std::move(clock)) {}

void ProgressBar::begin() {
  begin_ = clock_();
  first_step_ = drawn_ = -1;
  drawn_width_ = 0;
}

void ProgressBar::on_epoch_begin(std::int64_t epoch) {
  in_epoch_ = true;
  out_(fmt::format("Epoch {}/{}\n", epoch + 1, options_.epochs));
  begin();
}

void ProgressBar::on_epoch_end(std::int64_t, const Logs& logs) {
  in_epoch_ = false;
  finish(logs);
}

void ProgressBar::on_test_begin() {
  if (!in_epoch_) begin();
}
void ProgressBar::on_test_batch_end(std::int64_t batch, const Logs& logs) {
  if (!in_epoch_) update(batch + 1, logs);
}
void ProgressBar::on_test_end(const Logs& logs) {
  if (!in_epoch_) finish(logs);
}

void ProgressBar::update(std::int64_t done, const Logs& logs) {
  const double now = clock_();
  if (first_step_ < 0) {
    first_step_ = now;
    first_steps_ = done;
  }
  // The last is drawn when the epoch ends, with what a validation adds.
  const bool due = drawn_ < 0 || now - drawn_ >= kInterval;
  if (options_.verbose == 1 && done < options_.steps && due) draw(done, logs, false);
}

// The first steps take longer, so they count only while there are no others.
double ProgressBar::seconds_per_step(std::int64_t done, double now) const {
  if (first_step_ >= 0 && done > first_steps_) {
    return (now - first_step_) / static_cast<double>(done - first_steps_);
  }
  return (now - begin_) / static_cast<double>(done);
}

void ProgressBar::finish(const Logs& logs) {
  if (options_.verbose == 1) {
    draw(options_.steps, logs, true);
  } else if (options_.verbose == 2) {
    const double spent = clock_() - begin_;
    out_(fmt::format("{}/{} - {:.0f}s{} - {} - {}\n", options_.steps, options_.steps, spent,
                     values(logs), each(spent, "epoch"),
                     each(seconds_per_step(options_.steps, clock_()), "step")));
  }
}

void ProgressBar::draw(std::int64_t done, const Logs& logs, bool last) {
  const double now = clock_();
  const double step = seconds_per_step(done, now);
  std::string line = bar(done, options_.steps);
  line += last ? fmt::format(" - {:.0f}s {}", now - begin_, each(step, "step"))
               : " - ETA: " + remaining(step * static_cast<double>(options_.steps - done));
  line += values(logs);
  const std::size_t width = line.size();
  if (width < drawn_width_) line.resize(drawn_width_, ' ');
  out_((drawn_ < 0 ? "" : "\r") + line + (last ? "\n" : ""));
  drawn_ = now;
  drawn_width_ = width;
}

}  // namespace pipette::keras
