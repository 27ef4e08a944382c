#include "report/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <variant>

#include "core/item.h"
#include "profile/insights.h"

namespace pipette::report {

namespace {

using profile::Profile;
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

class Database {
 public:
  explicit Database(const std::string& path) : path_(path) {
    sqlite3* opened = nullptr;
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW;
    const int result = sqlite3_open_v2(path.c_str(), &opened, kFlags, nullptr);
    handle_.reset(opened);
    require(result == SQLITE_OK);
    // The file is thrown away if anything fails.
    run("PRAGMA journal_mode = OFF");
    run("PRAGMA synchronous = OFF");
    run("BEGIN");
  }
  void commit() { run("COMMIT"); }

  void run(const std::string& sql) {
    require(sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  void require(bool done) const {
    if (done) return;
    throw ResourceExhausted(fmt::format("cannot write \"{}\": {}", path_,
                                        handle_ ? sqlite3_errmsg(handle_.get()) : "no memory"));
  }
  sqlite3* handle() { return handle_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  };
  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// A table and the statement that adds rows to it.
class Table {
 public:
  Table(Database& database, const std::string& name, std::initializer_list<const char*> columns)
      : database_(database) {
    std::string names, places;
    for (const char* column : columns) {
      names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", column);
      places += places.empty() ? "?" : ", ?";
    }
    database.run(fmt::format("CREATE TABLE {} ({})", name, names));
    const std::string sql = fmt::format("INSERT INTO {} VALUES ({})", name, places);
    sqlite3_stmt* prepared = nullptr;
    const int result = sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &prepared, nullptr);
    insert_.reset(prepared);
    database.require(result == SQLITE_OK);
  }

  void add(std::initializer_list<Value> row) {
    int column = 0;
    for (const Value& value : row) bind(++column, value);
    database_.require(sqlite3_step(insert_.get()) == SQLITE_DONE);
    sqlite3_reset(insert_.get());
  }

 private:
  void bind(int column, const Value& value) {
    int result = SQLITE_OK;
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
      result = sqlite3_bind_int64(insert_.get(), column, *number);
    } else if (const auto* real = std::get_if<double>(&value)) {
      result = sqlite3_bind_double(insert_.get(), column, *real);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      result = sqlite3_bind_text(insert_.get(), column, text->c_str(),
                                 static_cast<int>(text->size()), SQLITE_TRANSIENT);
    } else {
      result = sqlite3_bind_null(insert_.get(), column);
    }
    database_.require(result == SQLITE_OK);
  }

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> insert_;
};

Value number(std::int64_t value) { return value; }
Value phase_word(Phase phase) {
  return phase == Phase::none ? Value() : Value(std::string(to_key(phase)));
}

// All tables, each with its rows for one program after the other.
class ProfileTables {
 public:
  explicit ProfileTables(Database& database)
      : info_(database, "info", {"program", "name", "value"}),
        ipus_(database, "ipus",
              {"program", "ipu", "limitBytes", "totalBytes", "alwaysLiveBytes",
               "peakNotAlwaysLiveBytes", "peakStep", "largestTile", "largestTileBytes"}),
        tiles_(database, "tiles", {"program", "ipu", "tile", "alwaysLive", "notAlwaysLive"}),
        variables_(database, "variables",
                   {"program", "ipu", "name", "kind", "bytes", "alwaysLive", "firstStep",
                    "lastStep", "firstTile", "tiles"}),
        liveness_(database, "liveness", {"program", "ipu", "step", "notAlwaysLive"}),
        tree_(database, "programTree",
              {"program", "id", "parent", "kind", "name", "phase", "ipu", "count", "cycles",
               "executions", "bytes", "instruction"}),
        operations_(database, "operations",
                    {"program", "name", "layer", "tensorflowLayer", "kind", "phase", "calls",
                     "cycles", "computeCycles", "flops", "bytes", "tiles", "tileBalance"}),
        runs_(
            database, "runs",
            {"program", "run", "hostBegin", "setUpBegin", "callBegin", "begin", "end", "finished"}),
        lanes_(database, "lanes", {"program", "lane", "kind", "cycles"}),
        spans_(database, "spans",
               {"program", "run", "lane", "kind", "name", "phase", "begin", "end", "step",
                "miniBatch", "reason", "bytes", "instruction"}),
        insights_(database, "insights", {"program", "kind", "text"}) {}

  void add(std::int64_t program, const Profile& p) {
    program_ = program;
    add_info(p);
    for (std::size_t ipu = 0; ipu < p.memory.size(); ++ipu) add_memory(to_int(ipu), p.memory[ipu]);
    next_node_ = 0;
    add_node(p.program, std::nullopt);
    for (const profile::Operation& o : p.operations) {
      operations_.add({program, o.name, o.layer, o.tensorflow_layer, o.kind, phase_word(o.phase),
                       o.calls, o.cycles, o.compute_cycles, o.flops, o.bytes, number(o.tiles),
                       o.tile_balance});
    }
    add_execution(p.execution);
    for (const profile::Insight& insight : insights_of(p)) {
      insights_.add({program, std::string(to_key(insight.kind)), insight.text});
    }
  }

 private:
  void add_info(const Profile& p) {
    const auto add = [&](const char* name, const Value& value) {
      info_.add({program_, std::string(name), value});
    };
    add("name", p.graph.name);
    add("fingerprint", p.graph.fingerprint);
    add("architecture", p.target.architecture);
    add("clockHz", p.target.clock_hz);
    add("numIpus", number(p.target.num_ipus));
    add("numReplicas", number(p.target.num_replicas));
    add("ipusPerReplica", number(p.target.ipus_per_replica));
    add("tilesPerIpu", number(p.target.tiles_per_ipu));
    add("bytesPerTile", number(p.target.tile_memory_bytes));
    add("numComputeSets", number(p.graph.compute_sets));
    add("numVertices", number(p.graph.vertices));
    add("numVars", number(p.graph.variables));
    add("compileSeconds", p.compile_seconds);
    add("profiledRuns", number(p.execution.profiled_runs));
    add("profiledCycles", number(p.execution.profiled_cycles));
  }

  void add_memory(std::int64_t ipu, const MemoryReport& m) {
    ipus_.add({program_, ipu, m.limit_bytes(), m.total_bytes(), m.total_always_live_bytes,
               m.peak_not_always_live_bytes, m.peak_step, number(m.largest_tile),
               m.largest_tile_bytes});
    for (std::size_t tile = 0; tile < m.always_live_bytes.size(); ++tile) {
      tiles_.add({program_, ipu, number(to_int(tile)), m.always_live_bytes[tile],
                  m.not_always_live_bytes[tile]});
    }
    for (const TensorMemory& t : m.tensors) {
      const Value none;
      variables_.add({program_, ipu, t.name, std::string(to_key(t.kind)), t.mapping.bytes,
                      number(t.always_live), t.always_live ? none : number(t.first_step),
                      t.always_live ? none : number(t.last_step), number(t.mapping.first_tile),
                      number(t.mapping.tiles)});
    }
    for (const MemoryStep& step : m.curve) liveness_.add({program_, ipu, step.step, step.bytes});
  }

  void add_node(const profile::ProgramNode& node, std::optional<std::int64_t> parent) {
    const std::int64_t id = next_node_++;
    tree_.add({program_, id, parent ? number(*parent) : Value(), std::string(to_label(node.kind)),
               node.name, phase_word(node.phase), number(node.ipu),
               node.count ? number(*node.count) : Value(), node.cycles, node.executions, node.bytes,
               number(node.instruction)});
    for (const profile::ProgramNode& child : node.children) add_node(child, id);
  }

  void add_execution(const profile::Execution& execution) {
    for (const profile::RecordedRun& run : execution.runs) {
      runs_.add({program_, run.run, run.host_begin, run.set_up_begin, run.call_begin, run.begin,
                 run.end, number(run.finished)});
    }
    for (const profile::LaneFigures& lane : execution.lanes) {
      for (const auto& kind : kChoices<SpanKind>) {
        const std::int64_t cycles = item(lane.cycles, kind.value);
        if (cycles == 0) continue;
        lanes_.add({program_, number(lane.lane), std::string(to_key(kind.value)), cycles});
      }
      lanes_.add({program_, number(lane.lane), std::string("idle"), lane.idle_cycles});
    }
    for (const Span& s : execution.spans) {
      const Value reason = s.reason == WaitReason::none ? Value() : Value(to_key(s.reason));
      spans_.add({program_, number(s.run), number(s.lane), std::string(to_key(s.kind)),
                  item(execution.names, s.name), phase_word(s.phase), s.begin, s.end,
                  number(s.step), number(s.mini_batch), reason, s.bytes, number(s.instruction)});
    }
  }

  std::int64_t program_ = 0;
  std::int64_t next_node_ = 0;
  Table info_, ipus_, tiles_, variables_, liveness_, tree_, operations_, runs_, lanes_, spans_,
      insights_;
};

}  // namespace

bool write_database(const std::string& path, const std::vector<Profile>& profiles) {
  Database database(path);
  {
    ProfileTables tables(database);
    for (std::size_t i = 0; i < profiles.size(); ++i) tables.add(to_int(i), profiles[i]);
  }
  database.commit();
  return true;
}

}  // namespace pipette::report
