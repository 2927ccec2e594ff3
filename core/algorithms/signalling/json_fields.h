#pragma once
// Reads the members of one JSON object with type and range checks; the first thing wrong is kept as a sentence.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace jitterscope {

inline constexpr std::int64_t kLargestExact = std::int64_t{1} << 53;  // what every JSON implementation carries exactly

using Json = nlohmann::json;

/// nullopt: no integer, or one that does not fit.
std::optional<std::int64_t> whole_number(const Json&);

class JsonFields {
 public:
  explicit JsonFields(const Json& object);  // must outlive this

  bool ok() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }
  bool has(std::string_view key) const { return find(key) != nullptr; }

  // Required members. Where one is missing or wrong, a harmless value is returned and ok() is false from then on.
  std::int64_t integer(std::string_view key, std::int64_t lowest, std::int64_t highest);
  double number(std::string_view key, double lowest, double highest);
  bool boolean(std::string_view key);
  std::string text(std::string_view key);  // cleaned
  const Json& object(std::string_view key);
  const Json& array(std::string_view key, std::size_t most);
  /// One of `words`; its index.
  std::size_t word(std::string_view key, std::initializer_list<std::string_view> words);

  // Absent or null is nullopt.
  std::optional<std::int64_t> optional_integer(std::string_view key, std::int64_t lowest, std::int64_t highest);
  std::optional<double> optional_number(std::string_view key);

  void fail(std::string sentence);

 private:
  const Json* find(std::string_view key) const;  // nullptr: absent or null

  const Json* object_;
  std::string problem_;
};

}  // namespace jitterscope
