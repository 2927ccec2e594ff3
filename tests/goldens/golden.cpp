#include "tests/goldens/golden.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>

namespace jitterscope::goldens {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Lines that the other text has not, marked.
void list_missing(const std::vector<std::string>& lines, const std::vector<std::string>& other, const char* mark,
                  std::string& text) {
  constexpr int kMost = 6;
  const std::set<std::string> known(other.begin(), other.end());
  int listed = 0, more = 0;
  for (const std::string& line : lines) {
    if (known.contains(line)) continue;
    if (listed++ < kMost)
      text += mark + line + '\n';
    else
      ++more;
  }
  if (more > 0) text += std::string(mark) + "and " + std::to_string(more) + " lines more\n";
}

}  // namespace

bool renewing() {
  const char* asked = std::getenv("RENEW_GOLDENS");
  return asked && *asked;
}

std::string difference(const fs::path& path, const std::string& actual) {
  const fs::path beside = path.string() + ".actual";
  if (renewing()) {
    std::ofstream(path, std::ios::binary) << actual;
    fs::remove(beside);
    return {};
  }
  const std::string expected = read_file(path);
  if (expected == actual) {
    std::error_code none;
    fs::remove(beside, none);
    return {};
  }
  std::ofstream(beside, std::ios::binary) << actual;
  std::string text = beside.string() + " differs; tests/data/README.md says how to renew what is expected\n";
  list_missing(lines_of(expected), lines_of(actual), "- ", text);
  list_missing(lines_of(actual), lines_of(expected), "+ ", text);
  return text;
}

void expect_none(const std::string& difference) {
  EXPECT_TRUE(difference.empty()) << difference;
}

std::string gunzip(const fs::path& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (!file) throw std::runtime_error(path.string() + " cannot be read");
  std::string content;
  std::array<char, 65'536> room{};
  int size = 0;
  while ((size = gzread(file, room.data(), room.size())) > 0)
    content.append(room.data(), static_cast<std::size_t>(size));
  gzclose(file);
  if (size < 0) throw std::runtime_error(path.string() + " is damaged");
  return content;
}

std::vector<fs::path> files(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().string().ends_with(ending)) found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

std::string test_name(const fs::path& path) {
  const std::string file = path.filename().string();
  std::string name = file.substr(0, file.find('.'));
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

}  // namespace jitterscope::goldens
