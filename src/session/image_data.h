// Labelled images for an experiment: a training set and a test set.
//
//   ImageData digits = ImageData::generated(seed);                    // made lazily
//   ImageData mnist = ImageData::from_sets("mnist", load_mnist_directory(dir));
//   Array batch = digits.test_images(0, 32);                          // u8 [32, 28, 28]
#pragma once

#include <memory>
#include <string>

#include "data/dataset.h"
#include "data/digits.h"
#include "data/idx.h"
#include "data/image_classes.h"

namespace pipette {

class ImageData {
 public:
  static ImageData generated(std::uint64_t seed);
  // Throws what in_usual_form() (data/idx.h) throws.
  static ImageData from_sets(std::string name, const LabelledSets& sets,
                             const ImageSetForm& form = {});

  const std::string& name() const { return name_; }
  const Dataset& train() const { return train_; }  // (u8 [h, w] image, u8 label), one by one
  std::int64_t train_count() const { return train_.cardinality(); }
  std::int64_t test_count() const { return test_->size(); }
  Shape image_shape() const;  // [h, w]
  // Networks of experiments have ten classes, and only ten classes have names.
  int num_classes() const { return num_classes_; }
  const ImageClasses& classes() const { return *classes_; }
  // Test images begin..end, u8 [n, h, w], and their labels, u8 [n]. Throws OutOfRange if there are
  // fewer.
  LabelledImages test(std::int64_t begin, std::int64_t end) const;

 private:
  ImageData(std::string name, Dataset train, std::shared_ptr<const ElementSource> test,
            const ImageClasses& classes, int num_classes)
      : name_(std::move(name)),
        train_(std::move(train)),
        test_(std::move(test)),
        classes_(&classes),
        num_classes_(num_classes) {}

  std::string name_;
  Dataset train_;
  std::shared_ptr<const ElementSource> test_;
  const ImageClasses* classes_;
  int num_classes_;
};

// u8 images as f32 from 0 to 1.
Array unit_floats(const Array& images);

// Images and labels, one or many of each: f32 from 0 to 1, and i32.
Element to_training_dtypes(const Element& images_and_labels);

// Batches (f32 images [b, h, w] in 0..1, i32 labels [b]) of the training images, in an order from
// `seed` that differs from epoch to epoch, without end.
Dataset training_batches(const ImageData& data, std::int64_t batch_size, std::uint64_t seed);
// The same in the order of the data, repeated without end, as in the loops tutorial.
Dataset ordered_batches(const ImageData& data, std::int64_t batch_size);

}  // namespace pipette
