// The queues between host and device, and both of them as they are modelled.
#include "experiment/field_binding.h"

namespace pipette {

namespace {

constexpr Programs kAll = Programs::all_but({});
constexpr Programs kWithImages = Programs::all_but({ProgramKind::arithmetic});
constexpr Programs kWithDevice = Programs::all_but({ProgramKind::benchmark});
constexpr Programs kWithInfeed = Programs::all_but(
    {ProgramKind::without_feeds, ProgramKind::without_loops, ProgramKind::benchmark});
constexpr Programs kSideBySide = {ProgramKind::with_feeds, ProgramKind::without_feeds,
                                  ProgramKind::loops, ProgramKind::without_loops};

const char* needs_prefetching(const Experiment& e) {
  return e.device.host.prefetch_data_streams ? nullptr : "it needs batches that are made ahead";
}

void add_feeds(std::vector<Field>& all) {
  using enum ProgramKind;
  all.push_back(bound(PIPETTE_MEMBER(feeds.prefetch_depth),
                      {.name = "prefetch_depth",
                       .label = "Prefetch depth",
                       .help = "Mini-batches that the infeed queue holds ready on the host.",
                       .minimum = 1,
                       .maximum = 255,
                       .programs = kWithInfeed,
                       .lacks = needs_prefetching,
                       .group = "Training",
                       .panel = kWithInfeed,
                       .everyday = {inspected, arithmetic}}));
  all.push_back(bound(PIPETTE_MEMBER(feeds.buffer_depth),
                      {.name = "buffer_depth",
                       .label = "Outfeed depth",
                       .help = "Elements that the buffer between device and host holds.",
                       .minimum = 1,
                       .maximum = 255,
                       .programs = {with_feeds, pipelined, keras, inspected, arithmetic},
                       .group = "Feeds"}));
  all.push_back(
      bound(PIPETTE_MEMBER(feeds.outfeed_mode),
            {.name = "outfeed_mode",
             .label = "Outfeed keeps",
             .help = "Whether the host gets every loss, or only the latest one when it reads.",
             .programs = {with_feeds, pipelined},
             .group = "Feeds"}));
  all.push_back(bound(PIPETTE_MEMBER(feeds.dequeue),
                      {.name = "dequeue",
                       .label = "Host reads losses",
                       .help = "When the host takes the elements that wait in the outfeed.",
                       .programs = {with_feeds, pipelined},
                       .group = "Feeds"}));
  all.push_back(bound(
      PIPETTE_MEMBER(feeds.outfeed_predictions),
      {.name = "outfeed_predictions",
       .label = "Outfeed brings",
       .help =
           "Whether the predicted classes and the labels of each mini-batch stream out beside its "
           "loss.",
       .choices = {{"false", "Losses"}, {"true", "Predictions too"}},
       .programs = {with_feeds},
       .group = "Output",
       .panel = {with_feeds},
       .captioned = true}));
}

// The limits are those of HostOptions::validate().
Field of_host(std::string name, std::string label, std::string help, std::string unit,
              const HostOptions::Limits& limits, bool shown = false) {
  Field field;
  field.name = "host." + std::move(name);
  field.label = std::move(label);
  field.help = std::move(help);
  field.unit = std::move(unit);
  field.minimum = limits.minimum;
  field.maximum = limits.maximum;
  field.programs = kWithDevice;
  field.group = "Modelled host";
  if (shown) field.panel = kSideBySide;
  return field;
}

}  // namespace

void add_machine_fields(std::vector<Field>& all) {
  add_feeds(all);
  all.push_back(
      bound(PIPETTE_MEMBER(device.engine_options),
            {.name = "engine_options",
             .label = "Engine options",
             .help = "Poplar's engine options, an object of texts as in "
                     "{\"autoReport.all\": \"true\"}: what profiles record, whether a "
                     "report is written, whether a program that does not fit is compiled.",
             .environment = "POPLAR_ENGINE_OPTIONS",
             .programs = kWithDevice,
             .group = "Profile"}));
  all.push_back(bound(PIPETTE_MEMBER(device.architecture),
                      {.name = "device.architecture",
                       .label = "Architecture",
                       .help = "Which generation of IPU is modelled: Mk1, Mk2 or Bow.",
                       .flags = "--architecture",
                       .programs = kAll,
                       .group = "Machine"}));
  all.push_back(bound(PIPETTE_MEMBER(device.layout_changes),
                      {.name = "device.layout_changes",
                       .label = "Layout changes",
                       .help = "Whether rearranging operands and results takes modelled time.",
                       .choices = {{"false", "Free"}, {"true", "Modelled"}},
                       .programs = kWithImages,
                       .group = "Machine"}));
  all.push_back(bound(PIPETTE_MEMBER(device.remote_buffers),
                      {.name = "device.remote_buffers",
                       .label = "Streaming memory",
                       .help = "Whether the machine has memory outside of its IPUs. Without it the "
                               "state of an optimizer stays on the IPU.",
                       .flags = "!--no-remote-buffers",
                       .choices = {{"false", "None"}, {"true", "There is some"}},
                       .programs = kAccumulating,
                       .lacks = needs_something_remote,
                       .group = "Machine"}));
  all.push_back(bound(PIPETTE_MEMBER(device.selection_order),
                      {.name = "device.selection_order",
                       .label = "Order of IPUs",
                       .help = "How the ids of IPUs run through the ladder of links that joins "
                               "them: copies between distant IPUs take longer.",
                       .flags = "--selection-order",
                       .programs = kAccumulating,
                       .lacks = needs_more_than_a_pair,
                       .group = "Machine"}));
  all.push_back(
      bound(PIPETTE_MEMBER(device.io_tiles),
            {.name = "device.io_tiles",
             .label = "I/O tiles",
             .help = "Tiles of each IPU that are set aside to move data between host and "
                     "IPU while the others compute (overlapped I/O). "
                     "Elements of the infeed then come a slot before they are needed, and "
                     "losses leave a slot after they were made. 0: none.",
             .flags = "--io-tiles",
             .minimum = 0,
             .maximum = 1024,
             .programs = kAccumulating,
             .lacks = needs_grouped_stages,
             .group = "Pipeline",
             .panel = {ProgramKind::pipelined, ProgramKind::keras}}));
  all.push_back(
      bound(PIPETTE_MEMBER(device.host.prefetch_data_streams),
            {.name = "host.prefetch_data_streams",
             .label = "Batches are made",
             .help = "Whether the host makes elements of the infeed before the IPU asks for them.",
             .flags = "!--no-prefetch",
             .choices = {{"false", "When asked"}, {"true", "Ahead"}},
             .programs = kWithInfeed,
             .group = "Modelled host",
             .panel = {ProgramKind::with_feeds, ProgramKind::loops},
             .captioned = true}));
  all.push_back(bound(
      PIPETTE_MEMBER(device.host.speed),
      {.name = "host.speed",
       .label = "Host speed",
       .help = "How fast the host makes batches and answers handshakes. Slow is as measured on a "
               "real one: the IPU then waits for every batch of a small network. A balanced host "
               "takes about as long as the IPU, a fast one a quarter of that.",
       .programs = kSideBySide,
       .group = "Modelled host",
       .panel = kSideBySide,
       .everyday = kSideBySide}));
  using Limits = HostOptions;
  all.push_back(bound(
      PIPETTE_MEMBER(device.host.set_up_us),
      of_host(
          "set_up_us", "Set up a run",
          "The host's time to set the program up for each engine run. A loop on the device saves "
          "it.",
          "µs", Limits::kMicroseconds, true)));
  all.push_back(bound(PIPETTE_MEMBER(device.host.call_us),
                      of_host("call_us", "Start a run",
                              "The host's time to start an engine run, before the IPU begins.",
                              "µs", Limits::kMicroseconds, true)));
  all.push_back(
      bound(PIPETTE_MEMBER(device.host.element_us),
            of_host("element_us", "Prepare a batch", "The data pipeline's time for one mini-batch.",
                    "µs", Limits::kMicroseconds, true)));
  all.push_back(bound(PIPETTE_MEMBER(device.host.element_deviation),
                      of_host("element_deviation", "Unevenness",
                              "How much the time for a batch varies: its standard deviation as a "
                              "share of the mean. Elements that lie ready hide what comes late.",
                              "", Limits::kDeviation, true)));
  all.push_back(
      bound(PIPETTE_MEMBER(device.host.handshake_begin_us),
            of_host("handshake_begin_us", "Handshake before",
                    "The host's time to answer the handshake before the data of a stream.", "µs",
                    Limits::kMicroseconds, true)));
  all.push_back(bound(PIPETTE_MEMBER(device.host.handshake_end_us),
                      of_host("handshake_end_us", "Handshake after",
                              "The host's time to answer the handshake after the data of a stream.",
                              "µs", Limits::kMicroseconds, true)));
  all.push_back(bound(
      PIPETTE_MEMBER(device.host.data_phase_cycles),
      of_host("data_phase_cycles", "Data phase",
              "The fixed part of moving the data of one element.", "cycles", Limits::kCycles)));
  all.push_back(bound(PIPETTE_MEMBER(device.host.host_bytes_per_second),
                      of_host("host_bytes_per_second", "Host link",
                              "How fast data moves between the host's memory and the IPU.", "B/s",
                              Limits::kBytesPerSecond)));
  all.push_back(bound(PIPETTE_MEMBER(device.host.staging_bytes_per_second),
                      of_host("staging_bytes_per_second", "Staging",
                              "How fast the host copies an element into the buffer of its stream.",
                              "B/s", Limits::kBytesPerSecond, true)));
  Field compile = of_host("compile_seconds", "Compile",
                          "Added once to the modelled total; an input, never simulated.", "s",
                          Limits::kSeconds, true);
  compile.flags = "--compile-seconds";
  all.push_back(bound(PIPETTE_MEMBER(device.host.compile_seconds), compile));
}

}  // namespace pipette
