#include "keras/weights.h"

#include <cstdio>
#include <cstring>

#include "keras/keras_fixture.h"
#include "temporary_path.h"

namespace pipette::keras {
namespace {

using testing_support::expect_error;
using testing_support::floats;
using Bytes = std::vector<std::byte>;

Bytes file_of(const std::string& header, std::size_t data, std::uint64_t claimed) {
  Bytes file(8 + header.size() + data, std::byte{0});
  for (std::size_t i = 0; i < 8; ++i) file[i] = static_cast<std::byte>(claimed >> (8 * i) & 0xff);
  std::memcpy(file.data() + 8, header.data(), header.size());
  return file;
}
Bytes file_of(const std::string& header, std::size_t data) {
  return file_of(header, data, header.size());
}

std::vector<Variable> two_variables() {
  return {Variable("a/kernel:0", Array::of<float>({2, 1}, {1, 2})),
          Variable("a/bias:0", Array::of<float>({1}, {3}))};
}

TEST(Weights, ComeBackAsTheyWere) {
  Sequential model({flatten(), dense(7, relu, "a"), dense(3)}, {.seed = 1});
  Sequential other({flatten(), dense(7, relu, "a"), dense(3)}, {.seed = 2});
  model.build({4, 5});
  other.build({9, 5});
  ASSERT_NE(testing_support::weights(other), testing_support::weights(model));
  other.load_weights(model.save_weights());
  EXPECT_EQ(testing_support::weights(other), testing_support::weights(model));

  const std::string path = temporary_path("keras_weights.safetensors");
  model.variables()[0].assign(Array::filled<float>({5, 7}, 0.5f));
  model.save_weights(path);
  other.load_weights(path);
  EXPECT_EQ(testing_support::weights(other), testing_support::weights(model));
  std::remove(path.c_str());
  expect_error<NotFound>("cannot read", [&] { other.load_weights(path); });
  expect_error<NotFound>("cannot write", [&] { model.save_weights("/no/such/folder/w"); });
}

TEST(Weights, HaveTheLayoutOfTheFormat) {
  const Bytes file = encode_weights(two_variables());
  const std::string header = R"({"a/kernel:0":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
                             R"("a/bias:0":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}})";
  ASSERT_GE(file.size(), 8 + header.size() + 12);
  const auto length = std::to_integer<std::size_t>(file[0]);
  EXPECT_EQ(length % 8, 0u);
  EXPECT_EQ(file.size(), 8 + length + 12);
  const std::string text(reinterpret_cast<const char*>(file.data()) + 8, length);
  EXPECT_EQ(text.substr(0, header.size()), header);
  EXPECT_EQ(text.find_first_not_of(' ', header.size()), std::string::npos);
  float last = 0;
  std::memcpy(&last, file.data() + file.size() - 4, 4);
  EXPECT_EQ(last, 3.0f);
}

TEST(Weights, OtherFilesAreTyped) {
  const auto kernel = [](const char* rest) {
    return R"({"a/bias:0":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a/kernel:0":)" +
           std::string(rest) + "}";
  };
  struct Case {
    Bytes file;
    const char* message;
  };
  const std::vector<Case> cases{
      {{}, "0 bytes are too few"},
      {Bytes(7), "7 bytes are too few"},
      {file_of("{}", 0, 3), "the header claims 3 bytes, but 2 follow"},
      {file_of("{}", 0, ~std::uint64_t{0}), "the header claims 18446744073709551615"},
      {file_of("{]", 12), "no JSON object"},
      {file_of("[]", 12), "no JSON object"},
      {file_of("", 12), "no JSON object"},
      {file_of(std::string(100000, '['), 12), "no JSON object"},
      {file_of("{}", 0), "there is no \"a/kernel:0\""},
      {file_of(kernel("7"), 12), "needs dtype, shape and data_offsets"},
      {file_of(kernel(R"({"dtype":"F16","shape":[2,1],"data_offsets":[4,8]})"), 8),
       "must be F32, not F16"},
      {file_of(kernel(R"({"dtype":3,"shape":[2,1],"data_offsets":[4,12]})"), 12),
       "the dtype of \"a/kernel:0\" is no text"},
      {file_of(kernel(R"({"dtype":"F32","shape":[1,2],"data_offsets":[4,12]})"), 12),
       "must have shape [2, 1], not [1, 2]"},
      {file_of(kernel(R"({"dtype":"F32","shape":"2","data_offsets":[4,12]})"), 12),
       "the shape of \"a/kernel:0\" is no list"},
      {file_of(kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[4]})"), 12),
       "must be two whole numbers"},
      {file_of(kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[-4,4]})"), 12),
       "must be two whole numbers"},
      {file_of(kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[4,12]})"), 11),
       "are 4 to 12, but it takes 8 of the 11 bytes"},
      {file_of(kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[12,4]})"), 12),
       "are 12 to 4"},
      {file_of(kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[4,8]})"), 12), "are 4 to 8"},
      {file_of(kernel(R"({"dtype":"F32","shape":[2,1],)"
                      R"("data_offsets":[18446744073709551612,18446744073709551615]})"),
               12),
       "but it takes 8"},
      {file_of(R"({"b":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},)" +
                   kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[4,12]})").substr(1),
               12),
       "it holds 3 arrays, but the model has 2: it holds b, a/bias:0, a/kernel:0, the model has"},
      {file_of(R"({"weight":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},)"
               R"("bias":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})",
               0),
       "there is no \"a/kernel:0\"; the model has a/kernel:0, a/bias:0, and the file holds weight, bias"},
      {file_of(kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[4,12]})") +
                   std::string(1, '\0') + "{}",
               12),
       "no JSON object"},
      {file_of(R"({"a/kernel:0":{},)" +
                   kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[4,12]})").substr(1),
               12),
       "has a name twice"},
      {file_of(kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[0,8]})"), 12),
       "two arrays lie on the same bytes"},
      {file_of(kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[8,16]})"), 16),
       "4 bytes belong to no array"},
      {file_of(kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[4,12]})"), 13),
       "1 bytes follow the last array"},
  };
  for (const Case& c : cases) {
    const std::vector<Variable> variables = two_variables();
    expect_error<InvalidArgument>(c.message, [&] { decode_weights(c.file, variables); });
    EXPECT_EQ(floats(variables[0].value()), (std::vector<float>{1, 2}));  // all or nothing
  }
  const std::vector<Variable> variables = two_variables();
  decode_weights(
      file_of(R"({"__metadata__":{"format":"pt"},)" +
                  kernel(R"({"dtype":"F32","shape":[2,1],"data_offsets":[4,12]})").substr(1),
              12),
      variables);
  EXPECT_EQ(floats(variables[0].value()), (std::vector<float>{0, 0}));
}

// Files cut off or with changed bytes never do more than throw.
TEST(Weights, RandomDamageIsSurvived) {
  const Bytes good = encode_weights(two_variables());
  RandomStream random(4, "damage");
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    Bytes file = good;
    if (i % 3 == 0) file.resize(random.uniform_int(static_cast<std::uint32_t>(file.size())));
    for (std::uint32_t k = random.uniform_int(3) + (i % 3 == 0 ? 0 : 1); k > 0 && !file.empty();
         --k) {
      file[random.uniform_int(static_cast<std::uint32_t>(file.size()))] =
          static_cast<std::byte>(random.uniform_int(256));
    }
    try {
      decode_weights(file, two_variables());
    } catch (const InvalidArgument&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 2000);
}

}  // namespace
}  // namespace pipette::keras
