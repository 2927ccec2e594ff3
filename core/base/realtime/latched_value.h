#pragma once
// A small value written by one thread and read by any number, which never wait for the writer, not even for one that
// was interrupted in the middle of writing: it writes beside the value in force and then switches over (a latch, as the
// kernel's seqcount_latch_t). T is trivially copyable.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace jitterscope {

template <typename T>
class LatchedValue {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit LatchedValue(const T& first = T{}) { write(slots_[0], first); }

  /// The one writer.
  void store(const T& value) {
    const std::uint64_t next = version_.load(std::memory_order_relaxed) + 1;
    write(slots_[next % 2], value);
    version_.store(next, std::memory_order_release);
  }
  /// Any thread. Repeats only when a store was completed meanwhile.
  T load() const {
    while (true) {
      const std::uint64_t version = version_.load(std::memory_order_acquire);
      std::array<std::uint64_t, kWords> words;
      for (std::size_t i = 0; i < kWords; ++i) words[i] = slots_[version % 2][i].load(std::memory_order_acquire);
      if (version_.load(std::memory_order_relaxed) != version) continue;
      T value;
      std::memcpy(static_cast<void*>(&value), words.data(), sizeof value);
      return value;
    }
  }

 private:
  static constexpr std::size_t kWords = (sizeof(T) + 7) / 8;
  using Slot = std::array<std::atomic<std::uint64_t>, kWords>;

  static void write(Slot& slot, const T& value) {
    std::array<std::uint64_t, kWords> words{};
    std::memcpy(words.data(), &value, sizeof value);
    // release, acquire: a reader that meets a word of a later store also meets the version that came before it, and so
    // tries again.
    for (std::size_t i = 0; i < kWords; ++i) slot[i].store(words[i], std::memory_order_release);
  }

  std::array<Slot, 2> slots_{};
  std::atomic<std::uint64_t> version_{0};
};

}  // namespace jitterscope
