// The published options of IPUConfig, and what becomes of each here.
#include "device/ipu_config.h"

namespace pipette {
namespace {

constexpr const char* kPassedOn = "there is no Poplar here that the options could be passed on to";
constexpr const char* kNoExceptions = "no floating-point exception stops a program here";
constexpr const char* kSameBits = "the same program gives the same bits here, whatever is set";
constexpr const char* kOneOrder = "operations run in the order in which they were traced";
constexpr const char* kWhole = "transfers are never cut into pieces here";

constexpr IpuConfigOption kIpuConfigOptions[] = {
    {"auto_select_ipus", "[]", "How many IPUs the device has, or each of several devices.", nullptr,
     nullptr},
    {"select_ipus", "[]", "The devices by id, of an emulated Pod of 64 IPUs.", nullptr, nullptr},
    {"selection_order", "\"AUTO\"",
     "How ids run through the ladder of IPUs; copies between distant ones take longer.", nullptr,
     "AUTO ZIGZAG SNAKE HOOF"},
    {"allow_recompute", "false",
     "Pipelines make activations again in the backward pass instead of keeping them.", nullptr,
     nullptr},
    {"ipu_model.version", "\"ipu2\"", "The architecture: Mk1, Mk2 or Bow.", nullptr,
     "ipu1 ipu2 ipu21"},
    {"ipu_model.tiles_per_ipu", "0", "Fewer tiles than the architecture has; 0: all of them.",
     nullptr, nullptr},
    {"io_tiles.num_io_tiles", "0",
     "Tiles of each IPU that are set aside for host transfers; the others compute.", nullptr,
     nullptr},
    {"io_tiles.place_ops_on_io_tiles", "false",
     "Whether pipelines of the schedule Grouped move the data of their feeds on these tiles, while the others compute.",
     nullptr, nullptr},
    {"io_tiles.available_memory_proportion", "0.9",
     "The part of the memory of these tiles that may hold data.", nullptr, nullptr},
    {"device_connection.enable_remote_buffers", "true",
     "Whether there is streaming memory. On, because an emulated machine is always attached when a program is compiled.",
     nullptr, nullptr},
    {"optimizations.minimum_remote_tensor_size", "128",
     "Variables of fewer bytes are not offloaded.", nullptr, nullptr},
    {"optimizations.prefetch_data_streams", "true",
     "Whether elements of infeeds are made before the device asks for them.", nullptr, nullptr},
    {"serialization_output_folder", "\"\"", nullptr, "no executable is written"},
    {"compilation_poplar_options", "{}", nullptr, kPassedOn},
    {"gcl_poplar_options", "{}", nullptr, kPassedOn},
    {"convolutions.poplar_options", "{}", nullptr, kPassedOn},
    {"matmuls.poplar_options", "{}", nullptr, kPassedOn},
    {"pooling.poplar_options", "{}", nullptr, kPassedOn},
    {"matmuls.clear_pass_type", "false", nullptr, "the planner knows no passes"},
    {"norms.use_stable_statistics", "false", nullptr,
     "statistics are computed the stable way in any case"},
    {"floating_point_behaviour.inv", "false", nullptr, kNoExceptions},
    {"floating_point_behaviour.div0", "false", nullptr, kNoExceptions},
    {"floating_point_behaviour.oflo", "false", nullptr, kNoExceptions},
    {"floating_point_behaviour.nanoo", "false", nullptr, "float16 overflows to infinity here"},
    {"floating_point_behaviour.esr", "\"OFF\"", nullptr,
     "rounding is to the nearest, so that the same experiment gives the same bits"},
    {"floating_point_behaviour.set_all", "false", nullptr, kNoExceptions},
    {"ipu_model.compile_ipu_code", "true", nullptr,
     "no code is generated, so none can be left out"},
    {"device_connection.type", "\"ALWAYS\"", nullptr,
     "an emulated machine is there from the beginning"},
    {"device_connection.version", "\"\"", nullptr, "ipu_model.version says which machine it is"},
    {"optimizations.merge_infeed_io_copies", "true", nullptr,
     "the components of an element always travel together"},
    {"optimizations.enable_graph_outlining", "true", nullptr,
     "no code is generated that could be shared"},
    {"optimizations.combine_embedding_lookups", "false", nullptr, kOneOrder},
    {"optimizations.combine_matmuls", "false", nullptr, kOneOrder},
    {"optimizations.merge_remote_buffers", "\"IF_BENEFICIAL\"", nullptr,
     "streaming memory has no addresses here"},
    {"optimizations.maximum_cross_replica_sum_buffer_size", "0", nullptr, kWhole},
    {"optimizations.maximum_reduce_scatter_buffer_size", "0", nullptr, kWhole},
    {"optimizations.maximum_inter_ipu_copies_buffer_size", "0", nullptr, kWhole},
    {"optimizations.maximum_send_recv_cluster_buffer_size", "0", nullptr, kWhole},
    {"optimizations.maximum_reduce_many_buffer_size", "0", nullptr, kWhole},
    {"optimizations.maximum_all_gather_buffer_size", "0", nullptr, kWhole},
    {"optimizations.math.fast", "false", nullptr, kSameBits},
    {"optimizations.math.dot_strength", "true", nullptr, kSameBits},
    {"optimizations.enable_gather_simplifier", "false", nullptr, kSameBits},
    {"optimizations.enable_dynamic_slice_replacement", "true", nullptr, kSameBits},
    {"scheduling.algorithm", "\"CHOOSE_BEST\"", nullptr, kOneOrder},
    {"scheduling.maximum_scheduler_lookahead_depth", "5", nullptr, kOneOrder},
    {"scheduling.maximum_scheduler_search_space_size", "64", nullptr, kOneOrder},
};

}  // namespace

std::span<const IpuConfigOption> ipu_config_options() { return kIpuConfigOptions; }

}  // namespace pipette
