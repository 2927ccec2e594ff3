// The threads that play may not allocate: what they use is counted here. Not with a sanitizer, whose own operators
// check more.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "core/algorithms/playout/audio_playout.h"
#include "core/algorithms/playout/drift_resampler.h"
#include "core/algorithms/playout/lip_sync.h"
#include "core/algorithms/playout/mixer.h"
#include "core/algorithms/playout/video_playout.h"

namespace {

std::atomic<std::int64_t> allocations{0};

void* allocate(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes ? bytes : 1)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t bytes) {
  return allocate(bytes);
}
void* operator new[](std::size_t bytes) {
  return allocate(bytes);
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes ? bytes : 1);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace jitterscope::no_allocation_test {
namespace {

Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(ms * 1'000'000);
}

TEST(NoAllocation, the_count_counts) {
  const std::int64_t before = allocations;
  ::operator delete(::operator new(sizeof(int)));  // a new expression may be left out
  EXPECT_GT(allocations, before);
}

TEST(NoAllocation, in_sound) {
  for (const std::string_view words :
       {"e", "i:60", "optimum", "ramjee1", "ramjee2", "ramjee3", "ramjee4", "queue-monitoring"}) {
    AudioPlayoutConfig config;
    config.setting = *PlayoutSetting::parse(words);
    AudioPlayout playout(config);
    PlayoutChange change = make_playout_change(config.setting, Medium::kAudio, config.period);
    std::array<std::int16_t, 80> block{};
    const std::int64_t before = allocations;
    for (std::int64_t i = 0; i < 5000; ++i) {
      playout.render(at_ms(i * 10), block);
      (void)playout.take_done();
      playout.hold(Duration::ms(i % 100));
      if (i % 11 != 0) playout.put({i, i * 80, i % 200 == 0, block, at_ms(i * 10 + i * 7919 % 90)});
      if (i == 2000) change.policy = playout.set_policy(std::move(change), at_ms(i * 10));
      if (i == 4000) playout.restart(at_ms(i * 10));
      (void)playout.take_decided();
      (void)playout.report(at_ms(i * 10));
    }
    EXPECT_EQ(allocations, before) << words;
  }
}

TEST(NoAllocation, in_picture) {
  VideoPlayout playout(*PlayoutSetting::parse("ramjee4"), Duration::ms(33));
  LipSync sync;
  const std::int64_t before = allocations;
  for (std::int64_t i = 0; i < 5000; ++i) {
    if (const auto due = playout.put({1, i, Duration::ms(i * 33), at_ms(i * 33 + i * 7919 % 90)}, at_ms(i * 33)))
      sync.note(Medium::kVideo, {at_ms(i * 33), due->playout, playout.held()});
    while (playout.pop_due(at_ms(i * 33))) {}
    (void)playout.take_played();
    (void)sync.holds(at_ms(i * 33));
    if (i == 3000) playout.restart();
  }
  EXPECT_EQ(allocations, before);
}

TEST(NoAllocation, before_the_speaker) {
  DriftResampler resampler({8000, 44'100, Duration::ms(40), 80});
  Mixer mixer(80);
  const std::array<std::int16_t, 80> chunk{};
  const std::int64_t before = allocations;
  for (int i = 0; i < 1000; ++i) {
    mixer.clear();
    mixer.add(chunk);
    (void)resampler.process(mixer.mix(), Duration::ms(i % 80));
  }
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace jitterscope::no_allocation_test
#endif
