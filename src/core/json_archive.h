// An archive as a JSON value and arrays beside it, which the value refers to by name.
//
//   ArchiveWriter writer("state");
//   writer("session", session);
//   file = encode_safetensors(writer.arrays(), {{"state", writer.json().dump()}});
//
//   ArchiveReader reader("state", parse_json(parsed.metadata["state"]), parsed.tensors);
//   reader("session", session);
//
// Both begin the names of arrays with the text given. Real numbers keep all their bits, but one NaN
// becomes another. The reader's messages name the member: "session.clocks is missing".
#pragma once

#include <string>
#include <vector>

#include "core/archive.h"
#include "core/json.h"
#include "core/safetensors.h"

namespace pipette {

class ArchiveWriter : public Archive {
 public:
  explicit ArchiveWriter(std::string prefix) : prefix_(std::move(prefix)) {}
  const Json& json() const { return json_; }
  const std::vector<NamedArray>& arrays() const { return arrays_; }
  bool restores() const override { return false; }

 protected:
  void enter(const char* name) override;
  void enter(std::size_t index) override;
  void leave() override;
  std::size_t list(std::size_t size) override;
  void object() override { here() = Json::object(); }
  void whole(std::int64_t& value) override;
  void real(double& value) override;
  void text(std::string& value) override { here() = value; }
  void array(Array& value) override;
  [[noreturn]] void refuse(const std::string& why) const override;

 private:
  Json& here() { return *way_.back(); }
  std::string name() const;

  std::string prefix_;
  Json json_ = Json::object();
  std::vector<Json*> way_{&json_};
  std::vector<std::string> names_;
  std::vector<NamedArray> arrays_;
};

class ArchiveReader : public Archive {
 public:
  // `arrays` must outlive the reader. Arrays of other names are ignored.
  ArchiveReader(std::string prefix, Json json, const std::vector<TensorEntry>& arrays)
      : prefix_(std::move(prefix)), json_(std::move(json)), arrays_(arrays) {}
  bool restores() const override { return true; }

 protected:
  void enter(const char* name) override;
  void enter(std::size_t index) override;
  void leave() override;
  std::size_t list(std::size_t size) override;
  void object() override;
  void whole(std::int64_t& value) override;
  void real(double& value) override;
  void text(std::string& value) override;
  void array(Array& value) override;
  [[noreturn]] void refuse(const std::string& why) const override;

 private:
  const Json& here() const { return *way_.back(); }

  std::string prefix_;
  Json json_;
  const std::vector<TensorEntry>& arrays_;
  std::vector<const Json*> way_{&json_};
  std::vector<std::string> names_;
};

}  // namespace pipette
