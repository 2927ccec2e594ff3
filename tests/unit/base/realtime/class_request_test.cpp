#include "core/base/realtime/class_request.h"

#include <gtest/gtest.h>

#include <vector>

namespace jitterscope::class_request_test {
namespace {

using Bytes = std::vector<std::byte>;

ClassRequest asked(std::uint32_t policy, std::int32_t nice, std::uint32_t level, Duration runtime = {},
                   Duration period = {}) {
  ClassRequest request{4711, {}};
  request.attributes.policy = policy;
  request.attributes.nice = nice;
  request.attributes.priority = level;
  request.attributes.runtime = static_cast<std::uint64_t>(runtime.ns());
  request.attributes.deadline = request.attributes.period = static_cast<std::uint64_t>(period.ns());
  return request;
}

bool passes(const ClassRequest& request) {
  return ClassRequest::parse(request.bytes()).has_value();
}

Bytes bytes_of(const ClassRequest& request) {
  const auto bytes = request.bytes();
  return {bytes.begin(), bytes.end()};
}

TEST(ClassRequest, IsReadAsItWasWritten) {
  for (const ClassRequest& request : {asked(SCHED_FIFO, 0, 20), asked(SCHED_RR, 0, 1), asked(SCHED_OTHER, -19, 0),
                                      asked(SCHED_OTHER, 0, 0, Duration::us(100)),
                                      asked(kernel::kSchedDeadline, 0, 0, Duration::ms(2), Duration::ms(10))}) {
    const auto read = ClassRequest::parse(request.bytes());
    ASSERT_TRUE(read) << request.attributes.policy;
    EXPECT_EQ(read->tid, request.tid);
    EXPECT_EQ(read->attributes.policy, request.attributes.policy);
    EXPECT_EQ(read->attributes.nice, request.attributes.nice);
    EXPECT_EQ(read->attributes.priority, request.attributes.priority);
    EXPECT_EQ(read->attributes.runtime, request.attributes.runtime);
    EXPECT_EQ(read->attributes.deadline, request.attributes.deadline);
    EXPECT_EQ(read->attributes.period, request.attributes.period);
    EXPECT_EQ(read->attributes.flags, 1u) << "children and threads begin in the default class";
  }
}

TEST(ClassRequest, RealTimeLevelsAreThoseOfSettingsAndTheWatchdogs) {
  for (const std::uint32_t policy : {SCHED_FIFO, SCHED_RR}) {
    for (const std::uint32_t level : {1u, 20u, 49u, 60u}) EXPECT_TRUE(passes(asked(policy, 0, level))) << level;
    for (const std::uint32_t level : {0u, 50u, 59u, 61u, 99u, 0x80000001u, 0xffffffffu})
      EXPECT_FALSE(passes(asked(policy, 0, level))) << level;
    EXPECT_FALSE(passes(asked(policy, -1, 20)));
    EXPECT_FALSE(passes(asked(policy, 0, 20, Duration::ns(1))));
    EXPECT_FALSE(passes(asked(kernel::kSchedDeadline, 0, 20, Duration::ms(2), Duration::ms(10))));
  }
}

TEST(ClassRequest, NiceValuesAndSlicesAreThoseOfSettings) {
  for (const int nice : {-20, -19, 0, 5, 19}) EXPECT_TRUE(passes(asked(SCHED_OTHER, nice, 0))) << nice;
  for (const int nice : {-21, 20, INT32_MIN, INT32_MAX}) EXPECT_FALSE(passes(asked(SCHED_OTHER, nice, 0))) << nice;
  EXPECT_FALSE(passes(asked(SCHED_OTHER, 0, 1)));
  EXPECT_TRUE(passes(asked(SCHED_OTHER, 0, 0, Duration::ms(100))));
  for (const Duration slice : {Duration::ns(1), Duration::us(99), Duration::us(100'001), Duration::ns(-1)})
    EXPECT_FALSE(passes(asked(SCHED_OTHER, 0, 0, slice))) << slice.ns();
  EXPECT_FALSE(passes(asked(SCHED_OTHER, -5, 0, Duration::ms(1)))) << "a slice is of nice 0";
}

TEST(ClassRequest, ReservationsAreThoseOfSettings) {
  const auto passes_of = [](Duration runtime, Duration period) {
    return passes(asked(kernel::kSchedDeadline, 0, 0, runtime, period));
  };
  EXPECT_TRUE(passes_of(Duration::us(100), Duration::ms(1)));
  EXPECT_TRUE(passes_of(Duration::ms(500), Duration::seconds(1)));
  EXPECT_FALSE(passes_of(Duration::us(99), Duration::ms(1)));
  EXPECT_FALSE(passes_of(Duration::us(501), Duration::ms(1))) << "more than half a processor";
  EXPECT_FALSE(passes_of(Duration::us(100), Duration::us(999)));
  EXPECT_FALSE(passes_of(Duration::ms(1), Duration::us(1'000'001)));
  EXPECT_FALSE(passes_of(Duration::ns(-1), Duration::ns(-1)));
  EXPECT_FALSE(passes(asked(kernel::kSchedDeadline, -1, 0, Duration::ms(2), Duration::ms(10))));
}

TEST(ClassRequest, OtherPoliciesAreRefused) {
  constexpr std::uint32_t kExtended = 7;  // SCHED_EXT
  for (const std::uint32_t policy : {std::uint32_t{SCHED_BATCH}, std::uint32_t{SCHED_IDLE}, 4u, kExtended, 8u,
                                     SCHED_FIFO | 0x40000000u /* SCHED_RESET_ON_FORK */, 0xffffffffu})
    for (const std::uint32_t level : {0u, 20u}) EXPECT_FALSE(passes(asked(policy, 0, level))) << policy;
}

TEST(ClassRequest, EveryOtherLengthIsRefused) {
  const Bytes whole = bytes_of(asked(SCHED_FIFO, 0, 20));
  Bytes longer = whole;
  for (int i = 0; i < 100; ++i) {
    longer.push_back(std::byte{});
    EXPECT_FALSE(ClassRequest::parse(longer)) << longer.size();
  }
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(ClassRequest::parse(std::span(whole).first(size))) << size;
}

TEST(ClassRequest, NoThreadIsRefused) {
  for (const pid_t tid : {0, -1, INT32_MIN}) {
    ClassRequest request = asked(SCHED_FIFO, 0, 20);
    request.tid = tid;
    EXPECT_FALSE(passes(request)) << tid;
  }
}

/// Whatever bit is turned, what passes is still a class of the program: nothing but thread, level and nice may vary.
TEST(ClassRequest, AnyBitTurnedIsRefusedOrAnotherThreadOrLevel) {
  const Bytes whole = bytes_of(asked(SCHED_FIFO, 0, 20));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    Bytes turned = whole;
    turned[bit / 8] ^= std::byte{1} << (bit % 8);
    const auto read = ClassRequest::parse(turned);
    if (!read) continue;
    EXPECT_TRUE((bit >= 32 && bit < 64) || (bit >= 64 && bit < 96) || (bit >= 128 && bit < 160)) << bit;
    EXPECT_GT(read->tid, 0);
    EXPECT_TRUE(read->attributes.fifo_or_rr()) << bit;
    EXPECT_LE(read->attributes.priority, 60u);
  }
}

}  // namespace
}  // namespace jitterscope::class_request_test
