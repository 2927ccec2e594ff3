#pragma once
// Makes columns of a struct's members (core/events/columns.h), for the few sources that have tables.
#include <array>
#include <charconv>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/units/enum_words.h"
#include "core/base/units/short_text.h"
#include "core/events/table.h"

namespace jitterscope::trace {

template <typename T>
inline constexpr bool kIsShortText = false;
template <std::size_t N>
inline constexpr bool kIsShortText<ShortText<N>> = true;

template <typename T>
constexpr Form form_of() {
  if constexpr (std::is_same_v<T, bool>)
    return Form::kTruth;
  else if constexpr (std::is_same_v<T, std::uint8_t>)
    return Form::kByte;
  else if constexpr (std::is_same_v<T, Timestamp>)
    return Form::kTimestamp;
  else if constexpr (std::is_same_v<T, Duration>)
    return Form::kDuration;
  else if constexpr (std::is_same_v<T, float>)
    return Form::kSingle;
  else if constexpr (std::is_floating_point_v<T>)
    return Form::kReal;
  else if constexpr (std::is_enum_v<T>)
    return Form::kWord;
  else if constexpr (std::is_same_v<T, std::string> || kIsShortText<T>)
    return Form::kText;
  else {
    static_assert(std::is_integral_v<T> && std::in_range<std::int64_t>(std::numeric_limits<T>::max()));
    return Form::kWhole;
  }
}

inline double with_same_digits(float value) {
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  double read = 0;
  std::from_chars(digits.data(), written.ptr, read);
  return read;
}

template <typename T>
Value value_of(const T& member) {
  constexpr Form kForm = form_of<T>();
  if constexpr (kForm == Form::kTimestamp || kForm == Form::kDuration)
    return Value::of(member.ns());
  else if constexpr (kForm == Form::kSingle)
    return Value::of_real(with_same_digits(member));
  else if constexpr (kForm == Form::kReal)
    return Value::of_real(member);
  else if constexpr (kForm == Form::kWord)
    return Value::of_text(to_string(member), static_cast<std::int64_t>(member));
  else if constexpr (std::is_same_v<T, std::string>)
    return Value::of_text(member);
  else if constexpr (kForm == Form::kText)
    return Value::of_text(member.view());
  else
    return Value::of(static_cast<std::int64_t>(member));
}

template <typename T>
bool put_whole(T& member, std::int64_t number) {
  constexpr Form kForm = form_of<T>();
  if constexpr (kForm == Form::kTimestamp || kForm == Form::kDuration) {
    member = T::ns(number);
  } else if constexpr (kForm == Form::kTruth) {
    member = number != 0;
  } else if constexpr (kForm == Form::kWord) {
    member = static_cast<T>(number);
  } else if constexpr (kForm == Form::kWhole || kForm == Form::kByte) {
    if (!std::in_range<T>(number)) return false;
    member = static_cast<T>(number);
  }
  return true;
}
template <typename T>
bool put_value(T& member, const Value& value) {
  constexpr Form kForm = form_of<T>();
  if constexpr (kForm == Form::kSingle || kForm == Form::kReal)
    member = static_cast<T>(value.real);
  else if constexpr (kForm == Form::kText)
    member = T(value.text);
  else
    return put_whole(member, value.whole);
  return true;
}

template <typename T>
struct MemberOf {
  using Plain = T;
  static Value get(const void* member) { return value_of(*static_cast<const T*>(member)); }
  static bool set(void* member, const Value& value) { return put_value(*static_cast<T*>(member), value); }
  static bool set_whole(void* member, std::int64_t number) { return put_whole(*static_cast<T*>(member), number); }
};
template <typename T>
struct MemberOf<std::optional<T>> {
  using Plain = T;
  static Value get(const void* member) {
    const auto& value = *static_cast<const std::optional<T>*>(member);
    return value ? value_of(*value) : Value{};
  }
  static bool set(void* member, const Value& value) {
    auto& to = *static_cast<std::optional<T>*>(member);
    to.reset();
    return value.is_absent() || put_value(to.emplace(), value);
  }
  static bool set_whole(void* member, std::int64_t number) {
    return put_whole(static_cast<std::optional<T>*>(member)->emplace(), number);
  }
};

template <typename T>
constexpr MemberType member_type() {
  using Plain = typename MemberOf<T>::Plain;
  MemberType type{form_of<Plain>(),       std::is_same_v<T, std::optional<Plain>>,
                  MemberOf<T>::get,       MemberOf<T>::set,
                  MemberOf<T>::set_whole, nullptr};
  if constexpr (std::is_enum_v<Plain>)
    type.word = [](std::int64_t number) {
      return number >= 0 && number < 256 ? to_string(static_cast<Plain>(number)) : std::string_view("unknown");
    };
  return type;
}
template <typename T>
inline constexpr MemberType kMemberType = member_type<T>();

template <typename Struct, typename Member>
Column column_of(const Struct& example, std::string_view name, const Member& member, std::string_view meaning = {}) {
  const auto* begin = reinterpret_cast<const std::byte*>(&example);
  return {.name = name,
          .meaning = meaning,
          .type = &kMemberType<Member>,
          .offset = static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&member) - begin),
          .conference = name.ends_with("conference_ns")};
}
template <typename Event, typename Member>
Column column(std::string_view name, Member Event::*member, std::string_view meaning) {
  const Event example{};
  return column_of(example, name, example.*member, meaning);
}
template <typename Event, typename Element, std::size_t N>
Column element(std::string_view name, std::array<Element, N> Event::*member, std::size_t index,
               std::string_view meaning) {
  const Event example{};
  Column column = column_of(example, name, (example.*member)[index], meaning);
  column.element = index;
  return column;
}

}  // namespace jitterscope::trace
