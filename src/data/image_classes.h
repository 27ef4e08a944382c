// The names of the ten classes of a set of labelled images.
//
//   const ImageClasses& classes = classes_of(sets.test);
//   classes.set;                          // "Fashion-MNIST"
//   classes.names[9];                     // "Ankle boot"
//
// The files of Fashion-MNIST have the same names and format as those of MNIST, so only their
// contents tell them apart. Fashion-MNIST is recognised by the labels of its first ten test images,
// 9 2 1 1 6 1 4 6 5 7; any other set is taken for digits. The names come from the table of labels
// in the README of zalandoresearch/fashion-mnist.
#pragma once

#include <array>

#include "data/idx.h"

namespace pipette {

struct ImageClasses {
  const char* set;      // "MNIST"
  const char* one;      // "digit"
  const char* several;  // "digits"
  std::array<const char*, 10> names;
  std::array<const char*, 10> short_names;  // for a small picture: "Boot"
};

const ImageClasses& digit_classes();
const ImageClasses& fashion_classes();
const ImageClasses& classes_of(const LabelledImages& test);

}  // namespace pipette
