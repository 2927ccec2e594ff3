#include "core/base/realtime/watchdog.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/priority_class.h"
#include "core/base/realtime/rttime_guard.h"

namespace jitterscope::watchdog_test {
namespace {

using Kind = PrioritySetting::Kind;
constexpr Duration kLongest = Duration::ms(1500);  // no test may freeze the machine either

/// Runs for `busy` of each 20 ms until `end()` or kLongest.
struct Planted {
  PrioritySetting setting;
  ThreadRole role = ThreadRole::kAudioSend;
  Duration busy = Duration::ms(20);
  std::function<bool()> end;
  PriorityResult granted = {};
  std::string effective_at_end = {};
  bool given_back = false;
  pid_t tid = 0;

  void run() {
    pthread_setname_np(pthread_self(), "planted");
    tid = gettid();
    granted = apply_priority(setting, role, 0);
    const Timestamp begin = monotonic_now();
    for (int i = 0; granted.granted && monotonic_now() - begin < kLongest && !end(); ++i) {
      const Timestamp round = begin + Duration::ms(20) * i;
      while (monotonic_now() < round + busy && !end()) {}
      if (busy < Duration::ms(20)) sleep_until(round + Duration::ms(20));
    }
    effective_at_end = effective_priority(0)->to_string();
    if (!granted.granted) return;
    given_back = apply_priority({}, role, 0).granted;
    EXPECT_TRUE(given_back) << "a class can always be given back";
  }
};

/// What a watchdog told of the planted thread. A machine without the right to classes has nothing to watch.
struct Watched {
  std::atomic<int> demotions{0};
  Demotion last;
  void run(Planted& planted) {
    if (!planted.end) planted.end = [this] { return demotions > 0; };
    Watchdog watchdog({}, [&](const Demotion& demotion) {
      last = demotion;
      ++demotions;
    });
    std::jthread([&] { planted.run(); }).join();
  }
};

TEST(Watchdog, TakesTheClassFromAThreadThatSpins) {
  Planted spinner{{Kind::kRealtime, 30}, ThreadRole::kAudioSend, Duration::ms(20), {}};
  Watched watched;
  watched.run(spinner);
  if (!spinner.granted.granted) GTEST_SKIP() << spinner.granted.reason;
  EXPECT_EQ(watched.demotions, 1);
  EXPECT_EQ(spinner.effective_at_end, "default");
  EXPECT_EQ(watched.last.tid, spinner.tid);
  EXPECT_EQ(watched.last.thread.view(), "planted");
  EXPECT_FALSE(watched.last.role);
  EXPECT_GE(watched.last.used, watched.last.window * 4 / 5);
  const ShortText<160> sentence = watched.last.sentence();
  EXPECT_EQ(sentence.view().substr(0, 19), "The thread planted ") << sentence.view();
  EXPECT_TRUE(sentence.view().ends_with(".")) << "must fit";
}

TEST(Demotion, TheLongestSentenceFits) {
  const Demotion longest{1, ShortText<16>("fifteen-letters"), {}, Duration::ms(9999), Duration::ms(9999), {}};
  EXPECT_TRUE(longest.sentence().view().ends_with("give it back.")) << longest.sentence().view();
}

TEST(Watchdog, LeavesAThreadAloneThatRests) {
  const Timestamp end = monotonic_now() + Duration::ms(600);
  Planted worker{{Kind::kRealtime, 30}, ThreadRole::kAudioSend, Duration::ms(4), [=] { return monotonic_now() > end; }};
  Watched watched;
  watched.run(worker);
  if (!worker.granted.granted) GTEST_SKIP() << worker.granted.reason;
  EXPECT_EQ(watched.demotions, 0);
  EXPECT_EQ(worker.effective_at_end, "realtime 30");
}

TEST(Watchdog, TakesAReservationThatIsAlwaysUsedUp) {
  Planted hog{{Kind::kDeadline, {}, Duration::ms(4), Duration::ms(10)}, ThreadRole::kAudioSend, Duration::ms(20), {}};
  Watched watched;
  watched.run(hog);
  if (!hog.granted.granted) GTEST_SKIP() << hog.granted.reason;
  EXPECT_EQ(watched.demotions, 1);
  EXPECT_EQ(hog.effective_at_end, "default");
}

/// The status of a process in which only the kernel's limit stops a spinning thread.
int spin_against_the_limit() {
  guard_real_time(Duration::ms(400));
  Planted spinner{{Kind::kRealtime, 30}, ThreadRole::kAudioSend, Duration::ms(20), [] {
                    return effective_priority(0)->kind == Kind::kDefault;
                  }};
  std::jthread([&] { spinner.run(); }).join();
  return spinner.granted.granted && spinner.given_back && spinner.effective_at_end == "default" ? 0 : 1;
}

/// 0: the watchdog, whose level limits have lowered, kept its class; the spinner lost it.
int spin_beside_a_low_watchdog() {
  std::jthread watchdog([](std::stop_token stop) {
    pthread_setname_np(pthread_self(), "watchdog");
    apply_priority({Kind::kRealtime, 31}, ThreadRole::kWatchdog, 0);
    while (!stop.stop_requested()) sleep_until(monotonic_now() + Duration::ms(1));
    if (const auto at_end = effective_priority(0); at_end->kind == Kind::kDefault) _exit(2);
  });
  const int status = spin_against_the_limit();
  watchdog.request_stop();
  watchdog.join();
  return status;
}

bool may_have_classes() {
  const bool may = apply_priority({Kind::kRealtime}, ThreadRole::kAudioSend, 0).granted;
  return apply_priority({}, ThreadRole::kAudioSend, 0).granted && may;
}

TEST(RttimeGuard, LeavesTheWatchdogItsClass) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  if (!may_have_classes()) GTEST_SKIP() << "no right to classes";
  EXPECT_EXIT(_exit(spin_beside_a_low_watchdog()), testing::ExitedWithCode(0), "");
}

TEST(RttimeGuard, TakesTheClassWhenNobodyWatches) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  if (!may_have_classes()) GTEST_SKIP() << "no right to classes";
  EXPECT_EXIT(_exit(spin_against_the_limit()), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace jitterscope::watchdog_test
