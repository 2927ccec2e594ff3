#pragma once
// Events of every type with values made from a counter, and their comparison, both by the columns of the schema.
#include <stdlib.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/record/trace/row_codec.h"

namespace jitterscope::trace_test {

/// A value that depends on `n`; optional members are absent for n % 5 == 0.
template <typename T>
void fill(T& value, std::int64_t n) {
  if constexpr (trace::kIsOptional<T>) {
    value.reset();
    if (n % 5 != 0) fill(value.emplace(), n);
  } else if constexpr (trace::kIsTime<T>) {
    value = T::ns(n * 1'000'003);
  } else if constexpr (trace::kIsText<T>) {
    value = T("text " + std::to_string(n));
  } else if constexpr (std::is_same_v<T, bool>) {
    value = n % 2 != 0;
  } else if constexpr (std::is_enum_v<T>) {
    value = static_cast<T>(n % 2);
  } else if constexpr (std::is_floating_point_v<T>) {
    value = static_cast<double>(n) / 7;
  } else {
    value = static_cast<T>(n % 120);
  }
}

template <typename E>
E sample(std::int64_t n) {
  E event;
  trace::for_each_column<E>([&](const auto& column) { fill(column.of(event), ++n); });
  if constexpr (trace::kHasConference<E>) fill(event.*trace::Table<E>::conference, ++n);
  fill(event.*trace::Table<E>::local, ++n);
  return event;
}

/// One event of each type.
inline std::vector<Event> samples(std::int64_t n) {
  std::vector<Event> events;
  trace::for_each_event_type([&]<typename E>() { events.push_back(sample<E>(n++)); });
  return events;
}

template <typename E>
bool same(const E& a, const E& b) {
  bool equal = a.*trace::Table<E>::local == b.*trace::Table<E>::local;
  if constexpr (trace::kHasConference<E>)
    equal = equal && a.*trace::Table<E>::conference == b.*trace::Table<E>::conference;
  trace::for_each_column<E>([&](const auto& column) { equal = equal && column.of(a) == column.of(b); });
  return equal;
}

inline bool same(const Event& a, const Event& b) {
  return a.index() == b.index() &&
         std::visit([&](const auto& e) { return same(e, std::get<std::decay_t<decltype(e)>>(b)); }, a);
}

/// A packet that came, of which no more is known.
inline PacketArrived arrived(Medium medium, std::uint32_t ssrc, std::int64_t sequence, Timestamp received,
                             std::int32_t size = 100) {
  PacketArrived packet;
  packet.medium = medium;
  packet.ssrc = ssrc;
  packet.sequence = sequence;
  packet.received = received;
  packet.size = size;
  return packet;
}
/// Likewise, one that was sent.
inline PacketSent sent(Medium medium, std::uint32_t ssrc, std::int64_t sequence, Timestamp at,
                       std::int32_t size = 100) {
  PacketSent packet;
  packet.medium = medium;
  packet.ssrc = ssrc;
  packet.sequence = sequence;
  packet.due = packet.sent = at;
  packet.size = size;
  return packet;
}

/// A folder that goes away with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "trace-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace jitterscope::trace_test
