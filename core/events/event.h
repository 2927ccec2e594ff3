#pragma once
// An event of any kind. Who passes events on needs no kind of them; who makes or reads some needs these alone; all
// kinds are known where core/events/events.h is included.
#include <event_kinds.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <variant>

namespace jitterscope {

template <typename... Kinds>
struct PlaceAmong {
  template <typename E>
  static constexpr std::size_t of() {
    std::size_t place = 0;
    (void)((std::same_as<E, Kinds> || (++place, false)) || ...);
    return place;
  }
};
/// The place of E in the list of kinds; kEventKinds where it is none.
template <typename E>
inline constexpr std::size_t kPlaceOf = AllEventKinds<PlaceAmong>::template of<E>();
template <typename E>
concept EventKind = kPlaceOf<E> < kEventKinds;

/// A std::variant of all kinds, but that a kind need be complete only where it is put in or taken out: a change of one
/// kind is no change of the others' readers. Trivially copyable, so that real-time threads can push it through a ring
/// without allocating.
class Event {
 public:
  /// Makes a place for an event; it is of no kind.
  Event() : kind_(kEventKinds) {}
  template <EventKind E>
  Event(const E& happened) : kind_(kPlaceOf<E>) {
    static_assert(std::is_trivially_copyable_v<E> && sizeof(E) <= kMostBytes && alignof(E) <= kAlignment);
    std::memcpy(bytes_.data(), &happened, sizeof(E));
  }
  /// The place of its kind in the list of kinds.
  std::size_t index() const { return kind_; }
  /// The struct of its kind lies there.
  const std::byte* data() const { return bytes_.data(); }
  std::byte* data() { return bytes_.data(); }

  static constexpr std::size_t kMostBytes = 240, kAlignment = alignof(std::int64_t);  // of the largest kind

 private:
  alignas(kAlignment) std::array<std::byte, kMostBytes> bytes_;
  std::uint8_t kind_;
};
static_assert(std::is_trivially_copyable_v<Event> && kEventKinds < 256);

// These do what their namesakes of std::variant do.
template <EventKind E>
bool holds_alternative(const Event& event) {
  return event.index() == kPlaceOf<E>;
}
template <EventKind E>
const E* get_if(const Event* event) {
  return holds_alternative<E>(*event) ? reinterpret_cast<const E*>(event->data()) : nullptr;
}
template <EventKind E>
E* get_if(Event* event) {
  return holds_alternative<E>(*event) ? reinterpret_cast<E*>(event->data()) : nullptr;
}
template <EventKind E>
const E& get(const Event& event) {
  if (const E* found = get_if<E>(&event)) return *found;
  throw std::bad_variant_access();
}
template <EventKind E>
E& get(Event& event) {
  if (E* found = get_if<E>(&event)) return *found;
  throw std::bad_variant_access();
}

}  // namespace jitterscope
