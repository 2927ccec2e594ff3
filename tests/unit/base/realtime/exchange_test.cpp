// SpscRing, LatestValue and BufferPool, each alone and between two threads (run with the tsan preset).
#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "core/base/realtime/buffer_pool.h"
#include "core/base/realtime/latest_value.h"

namespace jitterscope::exchange_test {
namespace {

constexpr int kMany = 50'000;
constexpr int kRounds = 5000;
constexpr auto kPatience = std::chrono::seconds(10);

TEST(SpscRing, FirstInFirstOutAndFullDropsTheNewest) {
  SpscRing<int> ring("events", 4);
  int value = -1;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(ring.push(i));
    EXPECT_FALSE(ring.push(4));
    EXPECT_EQ(ring.dropped(), round + 1);
    EXPECT_EQ(ring.size_approx(), 4u);
    for (int i = 0; i < 4; ++i) {
      ASSERT_TRUE(ring.pop(value));
      EXPECT_EQ(value, i);
    }
    EXPECT_FALSE(ring.pop(value));
  }
  EXPECT_EQ(ring.name(), "events");
}

TEST(SpscRing, TakesWhatCanOnlyMove) {
  SpscRing<std::unique_ptr<int>> ring("frames", 1);
  EXPECT_TRUE(ring.push(std::make_unique<int>(7)));
  std::unique_ptr<int> value;
  ASSERT_TRUE(ring.pop(value));
  EXPECT_EQ(*value, 7);
}

TEST(SpscRing, BetweenTwoThreadsNothingIsLostUncounted) {
  SpscRing<int> ring("events", 256);
  int accepted = 0;
  std::jthread writer([&] {
    for (int i = 1; i <= kMany; ++i) accepted += ring.push_wake(i);
    while (!ring.push_wake(kMany + 1)) std::this_thread::yield();  // the reader goes on until this one
  });
  int value = 0, last = 0, taken = 0;
  bool rising = true;
  while (last != kMany + 1 && (ring.pop(value) || ring.pop_wait(value, kPatience))) {
    rising = rising && value > last;
    last = value;
    ++taken;
  }
  writer.join();
  EXPECT_TRUE(rising);
  EXPECT_EQ(last, kMany + 1);
  EXPECT_EQ(taken, accepted + 1);
  EXPECT_GE(ring.dropped(), kMany - accepted);  // and the refusals of the last entry
}

TEST(SpscRing, WakesTheReader) {
  SpscRing<int> there("there", 1), back("back", 1);
  std::jthread echo([&] {
    int value = 0;
    for (int i = 0; i < 1000 && there.pop_wait(value, kPatience); ++i) back.push_wake(value);
  });
  int answered = 0, value = -1;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(there.push_wake(i));
    answered += back.pop_wait(value, kPatience) && value == i;
  }
  EXPECT_EQ(answered, 1000);
}

TEST(SpscRing, WaitsForTheWholeTimeDespiteEntriesTakenWithoutWaiting) {
  SpscRing<int> ring("events", 8);
  int value = 0;
  for (int i = 0; i < 4; ++i) ring.push_wake(i);
  for (int i = 0; i < 4; ++i) ring.pop(value);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(ring.pop_wait(value, std::chrono::milliseconds(5)));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(5));
}

TEST(LatestValue, OnlyTheNewestIsSeen) {
  LatestValue<int> latest;
  EXPECT_FALSE(latest.update());
  for (int i = 1; i <= 3; ++i) {
    latest.back() = i;
    latest.publish();
  }
  EXPECT_TRUE(latest.update());
  EXPECT_EQ(latest.front(), 3);
  EXPECT_FALSE(latest.update());
  EXPECT_EQ(latest.front(), 3);
}

TEST(LatestValue, EachPublishRingsTheBell) {
  DescriptorBell bell;
  LatestValue<int> latest;
  latest.ring_at(bell);
  EXPECT_FALSE(bell.take());
  latest.put(2);
  EXPECT_TRUE(bell.take());
  EXPECT_FALSE(bell.take());
  EXPECT_TRUE(latest.update());
  EXPECT_EQ(latest.front(), 2);
}

TEST(LatestValue, BetweenTwoThreadsAValueIsWholeAndNeverOlder) {
  LatestValue<std::array<int, 16>> latest;
  std::jthread writer([&] {
    for (int i = 1; i <= kMany; ++i) {
      latest.back().fill(i);
      latest.publish();
    }
  });
  int last = 0;
  bool whole = true, rising = true;
  const auto look = [&] {
    if (!latest.update()) return;
    for (const int field : latest.front()) whole = whole && field == latest.front()[0];
    rising = rising && latest.front()[0] > last;
    last = latest.front()[0];
  };
  for (int i = 0; i < kMany && last < kMany; ++i) look();
  writer.join();
  look();
  EXPECT_TRUE(whole);
  EXPECT_TRUE(rising);
  EXPECT_EQ(last, kMany);
}

TEST(BufferPool, CountsWhenTheBorrowerHoldsThemAll) {
  BufferPool<std::vector<int>> pool("frames", 2, [](std::vector<int>& object) { object.assign(3, 7); });
  auto* first = pool.take();
  ASSERT_TRUE(first);
  EXPECT_EQ(*first, std::vector<int>(3, 7));
  pool.submit(first);
  pool.submit(pool.take());
  EXPECT_EQ(pool.waiting(), 2u);
  EXPECT_EQ(pool.take(), nullptr);
  EXPECT_EQ(pool.exhausted(), 1);
  EXPECT_EQ(pool.receive(), first);
  pool.give_back(first);
  EXPECT_EQ(pool.take(), first);
  EXPECT_EQ(pool.exhausted(), 1);
}

TEST(BufferPool, AnObjectPutAsideIsTakenNext) {
  BufferPool<int> pool("frames", 2);
  int* object = pool.take();
  pool.put_aside(object);
  EXPECT_EQ(pool.take(), object);
  EXPECT_NE(pool.take(), object);
  EXPECT_EQ(pool.take(), nullptr);
  EXPECT_EQ(pool.receive(), nullptr);
}

TEST(BufferPool, BetweenTwoThreadsObjectsGoRound) {
  BufferPool<std::array<int, 16>> pool("frames", 3);
  std::jthread owner([&] {
    for (int i = 1; i <= kRounds;) {
      auto* object = pool.take();
      if (!object) {
        std::this_thread::yield();
        continue;
      }
      object->fill(i++);
      pool.submit(object);
    }
  });
  int expected = 1;
  bool whole = true;
  const auto end = std::chrono::steady_clock::now() + kPatience * 6;
  while (expected <= kRounds && std::chrono::steady_clock::now() < end) {
    auto* object = pool.receive_wait(std::chrono::milliseconds(100));
    if (!object) continue;
    for (const int field : *object) whole = whole && field == expected;
    ++expected;
    pool.give_back(object);
  }
  EXPECT_TRUE(whole);
  EXPECT_EQ(expected, kRounds + 1);
}

TEST(SpscRing, AWokenReaderGivesUpItsWaitOnce) {
  SpscRing<int> ring("ring", 4);
  int value = 0;
  ring.wake();
  EXPECT_FALSE(ring.pop_wait(value, std::chrono::hours(1)));  // hangs when waking does not work
  ring.push_wake(7);
  EXPECT_TRUE(ring.pop_wait(value, std::chrono::hours(1)));
  EXPECT_EQ(value, 7);
}

}  // namespace
}  // namespace jitterscope::exchange_test
