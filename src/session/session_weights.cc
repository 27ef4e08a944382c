#include "session/session_weights.h"

#include <string>
#include <string_view>

#include "keras/weights.h"

namespace pipette {

namespace {

// Copies of the session's variables, under the names that a file has.
std::vector<Variable> copies(const std::vector<Variable>& variables) {
  constexpr std::string_view kFirstOutput = ":0";
  std::vector<Variable> all;
  for (const Variable& variable : variables) {
    std::string name = variable.name();
    if (!name.ends_with(kFirstOutput)) name += kFirstOutput;
    all.emplace_back(std::move(name), variable.value());
  }
  return all;
}

}  // namespace

std::vector<std::byte> weights_file(const Session& session) {
  return keras::encode_weights(copies(session.variables()));
}

void set_weights(Session& session, std::span<const std::byte> file) {
  std::vector<Variable> variables = session.variables();
  if (variables.empty()) throw FailedPrecondition("the experiment trains no weights");
  const std::vector<Variable> read = copies(variables);
  keras::decode_weights(file, read);
  for (std::size_t i = 0; i < variables.size(); ++i) variables[i].assign(read[i].value());
}

}  // namespace pipette
