#pragma once
// The small JPEG files of tests/data (64×48, quality 75, written by libjpeg-turbo).
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/source_tree/source_tree.h"

inline std::vector<std::uint8_t> jpeg_file(const std::string& name) {
  std::ifstream in(jitterscope::test_data(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
