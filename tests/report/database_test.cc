// profile.pop: a real SQLite database that agrees with the profile. Without SQLite there is none.
#include "report/database.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "session/session.h"
#include "temporary_path.h"

#if __has_include(<sqlite3.h>) && !defined(__EMSCRIPTEN__)
#include <sqlite3.h>

namespace pipette::report {
namespace {

class Asked {
 public:
  Asked() : path_(temporary_path("database_test.pop")) {
    std::filesystem::remove(path_);
    Session session(Experiment::defaults("mnist-pipelined"));
    session.advance(Budget::steps(2));
    profiles = session.profiles();
    written_ = write_database(path_, profiles);
    if (written_) sqlite3_open(path_.c_str(), &handle_);
  }
  ~Asked() {
    sqlite3_close(handle_);
    std::filesystem::remove(path_);
  }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  bool written() const { return written_; }
  // The first column of the first row.
  std::string ask(const char* sql) const {
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(handle_, sql, -1, &statement, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle_);
    EXPECT_EQ(sqlite3_step(statement), SQLITE_ROW) << sql;
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    const std::string answer = text == nullptr ? "" : text;
    sqlite3_finalize(statement);
    return answer;
  }
  std::vector<profile::Profile> profiles;

 private:
  std::string path_;
  bool written_ = false;
  sqlite3* handle_ = nullptr;
};

// The two queries of docs/profile.md.
TEST(Database, AnswersTheQueriesOfTheDocumentation) {
  const Asked asked;
  if (!asked.written()) GTEST_SKIP() << "this build has no SQLite";
  EXPECT_EQ(asked.ask("SELECT name FROM operations ORDER BY cycles DESC LIMIT 1"),
            asked.profiles[0].operations[0].name);
  std::map<std::string, std::int64_t> cycles_of;
  for (const profile::Operation& o : asked.profiles[0].operations) cycles_of[o.layer] += o.cycles;
  cycles_of.erase("");
  const auto most = std::max_element(cycles_of.begin(), cycles_of.end(),
                                     [](auto& a, auto& b) { return a.second < b.second; });
  EXPECT_EQ(asked.ask("SELECT layer FROM operations WHERE layer <> '' GROUP BY layer "
                      "ORDER BY SUM(cycles) DESC"),
            most->first);
}

TEST(Database, AddsUp) {
  const Asked asked;
  if (!asked.written()) GTEST_SKIP() << "this build has no SQLite";
  EXPECT_EQ(asked.ask("SELECT SUM(cycles) FROM operations"),
            asked.ask("SELECT SUM(cycles) FROM lanes WHERE kind <> 'idle'"));
  EXPECT_EQ(asked.ask("SELECT cycles FROM programTree WHERE parent IS NULL"),
            asked.ask("SELECT SUM(cycles) FROM operations"));
  EXPECT_EQ(asked.ask("SELECT SUM(alwaysLive) FROM tiles WHERE ipu = 0"),
            asked.ask("SELECT alwaysLiveBytes FROM ipus WHERE ipu = 0"));
  EXPECT_EQ(asked.ask("SELECT value FROM info WHERE name = 'fingerprint'"),
            asked.profiles[0].graph.fingerprint);
  EXPECT_EQ(asked.ask("SELECT COUNT(*) FROM spans"),
            std::to_string(asked.profiles[0].execution.spans.size()));
}

}  // namespace
}  // namespace pipette::report
#endif
