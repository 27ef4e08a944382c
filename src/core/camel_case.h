// Converts between the names of C++ and JSON and those of JavaScript.
//
//   camel_case("kernel_size");    // "kernelSize"
//   snake_case("kernelSize");     // "kernel_size"
#pragma once

#include <string>
#include <string_view>

namespace pipette {

// Drops an underscore at the start of a name and one before a digit.
inline std::string camel_case(std::string_view snake) {
  std::string camel;
  for (std::size_t i = 0; i < snake.size(); ++i) {
    if (snake[i] == '_') continue;
    const bool begins = i > 0 && snake[i - 1] == '_' && snake[i] >= 'a' && snake[i] <= 'z';
    camel += begins ? static_cast<char>(snake[i] - 'a' + 'A') : snake[i];
  }
  return camel;
}

inline std::string snake_case(std::string_view camel) {
  std::string snake;
  for (const char c : camel) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital) snake += '_';
    snake += capital ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return snake;
}

}  // namespace pipette
