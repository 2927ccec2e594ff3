#include "core/realtime/latched_value.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace jitterscope::latched_value_test {
namespace {

struct Several {
  std::uint64_t a = 0, b = 0, c = 0;
  std::uint8_t d = 0;
};

TEST(LatchedValue, HoldsWhatWasStored) {
  LatchedValue<Several> latched({1, 2, 3, 4});
  EXPECT_EQ(latched.load().d, 4);
  for (std::uint64_t i = 0; i < 5; ++i) {
    latched.store({i, i, i, 0});
    EXPECT_EQ(latched.load().c, i);
  }
}

TEST(LatchedValue, ReadersNeverSeeHalfOfTwo) {
  constexpr std::uint64_t kStores = 100'000;
  LatchedValue<Several> latched;
  std::atomic<int> torn{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      for (std::uint64_t last = 0; last < kStores;) {
        const Several seen = latched.load();
        const bool whole = seen.a == seen.b && seen.b == seen.c && seen.d == static_cast<std::uint8_t>(seen.a);
        if (!whole || seen.a < last) ++torn;
        last = seen.a;
      }
    });
  }
  for (std::uint64_t i = 1; i <= kStores; ++i) latched.store({i, i, i, static_cast<std::uint8_t>(i)});
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(torn, 0);
}

}  // namespace
}  // namespace jitterscope::latched_value_test
