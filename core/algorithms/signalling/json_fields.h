#pragma once
// The members of one JSON object, read, written and told in the same words, so that a message names its members once:
// io.text("reason", m.reason, "why") reads with a FieldReader what it writes with a FieldWriter, and a third one, which
// makes the page on the wire format, lists it with its limits and with the last argument, what it says.
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace jitterscope {

using Json = nlohmann::json;

/// nullopt: no integer, or one that does not fit.
std::optional<std::int64_t> whole_number(const Json&);

/// Checks types and ranges; the first thing wrong is kept as a sentence. A value whose member is missing or wrong stays
/// as it was, and ok() is false from then on; where the value is optional, an absent or null member is absent.
class FieldReader {
 public:
  static constexpr bool kReads = true, kTells = false;
  explicit FieldReader(const Json& object);  // must outlive this

  bool ok() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }
  void fail(std::string sentence);
  /// Whether the object has a member that it need not have. (A writer is told.)
  bool carries(std::string_view key, bool = true) const { return find(key) != nullptr; }

  template <std::integral Whole>
  void whole(std::string_view key, Whole& value, std::int64_t lowest, std::int64_t highest, std::string_view = {}) {
    std::optional<std::int64_t> read;
    whole(key, read, lowest, highest);
    if (read)
      value = static_cast<Whole>(*read);
    else
      fail_of(key, "is missing");
  }
  void whole(std::string_view key, std::optional<std::int64_t>& value, std::int64_t lowest, std::int64_t highest,
             std::string_view = {});
  void number(std::string_view key, double& value, double lowest, double highest, std::string_view = {});
  void number(std::string_view key, std::optional<double>& value, double lowest, double highest, std::string_view = {});
  void flag(std::string_view key, bool& value, std::string_view = {});
  void text(std::string_view key, std::string& value, std::string_view = {});  // cleaned
  template <typename Word>
  void word(std::string_view key, Word& value, std::initializer_list<std::string_view> words, std::string_view = {}) {
    value = static_cast<Word>(index_of(key, words));
  }
  /// carry(FieldReader&) reads the object's own object; what is wrong in it is said with `where` before it, of one that
  /// has a place also when it is not there.
  template <typename Carry>
  void part(std::string_view key, std::string_view where, Carry&& carry, std::string_view = {}) {
    const Json* const member = find(key);
    const bool is_there = member && member->is_object();
    if (!is_there && (where.empty() || member)) fail_of(key, "must be an object");
    FieldReader inner(is_there ? *member : no_members());
    carry(inner);
    if (!inner.ok()) fail(std::string(where) + inner.problem());
    if (!is_there) fail_of(key, "must be an object");
  }
  const Json& array(std::string_view key, std::size_t most);
  void texts(std::string_view key, std::vector<std::string>& all, std::size_t most, std::string_view = {});
  /// A list of objects: read(FieldReader&) of each.
  template <typename Each>
  void objects(std::string_view key, std::size_t most, Each&& read) {
    for (const Json& one : array(key, most)) {
      FieldReader inner(one);
      read(inner);
      if (!inner.ok()) fail(std::string(key) + ": " + inner.problem());
    }
  }

 private:
  static const Json& no_members();
  const Json* find(std::string_view key) const;  // nullptr: absent or null
  std::size_t index_of(std::string_view key, std::initializer_list<std::string_view> words);
  void fail_of(std::string_view key, std::string_view what);

  const Json* object_;
  std::string problem_;
};

/// What is absent, and what is no number, is left out; where it must be there it is 0.
class FieldWriter {
 public:
  static constexpr bool kReads = false, kTells = false;

  bool carries(std::string_view, bool there) const { return there; }

  template <std::integral Whole>
  void whole(std::string_view key, Whole value, std::int64_t, std::int64_t, std::string_view = {}) {
    put(key, value);
  }
  void whole(std::string_view key, const std::optional<std::int64_t>& value, std::int64_t, std::int64_t,
             std::string_view = {}) {
    if (value) put(key, *value);
  }
  void number(std::string_view key, double value, double, double, std::string_view = {});
  void number(std::string_view key, const std::optional<double>& value, double, double, std::string_view = {});
  void flag(std::string_view key, bool value, std::string_view = {}) { put(key, value); }
  void text(std::string_view key, const std::string& value, std::string_view = {});  // cleaned
  template <typename Word>
  void word(std::string_view key, Word value, std::initializer_list<std::string_view> words, std::string_view = {}) {
    const auto index = static_cast<std::size_t>(value);
    put(key, index < words.size() ? words.begin()[index] : std::string_view());
  }
  template <typename Carry>
  void part(std::string_view key, std::string_view, Carry&& carry, std::string_view = {}) {
    FieldWriter inner;
    carry(inner);
    put(key, inner.take());
  }
  /// One object more of a list.
  template <typename Carry>
  void append(std::string_view key, Carry&& carry) {
    FieldWriter inner;
    carry(inner);
    object_[std::string(key)].push_back(inner.take());
  }
  void texts(std::string_view key, const std::vector<std::string>& all, std::size_t, std::string_view = {}) {
    put(key, all);
  }
  void put(std::string_view key, Json value) { object_[std::string(key)] = std::move(value); }
  Json take() { return std::move(object_); }

 private:
  Json object_ = Json::object();
};

}  // namespace jitterscope
