#include "core/base/realtime/priority_class.h"

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "core/base/realtime/class_right.h"

namespace jitterscope::priority_class_test {
namespace {

using Kind = PrioritySetting::Kind;
constexpr const char* kNoRight = "no right to real-time classes here";
constexpr const char* kGranted = "this build was granted the right: packaging/realtime/grant";

/// In a thread of its own, so that the test program keeps its class and its capabilities.
template <typename Body>
void in_thread(Body body) {
  std::jthread thread(body);
}

/// Whether the kernel grants this thread a real-time class, asked by another call than the one under test, or
/// jitterscope_priority beside this program does.
bool realtime_allowed() {
  if (has_granted_right()) return true;
  const sched_param level{.sched_priority = 1};
  if (sched_setscheduler(0, SCHED_FIFO, &level) != 0) return false;
  const sched_param none{.sched_priority = 0};
  return sched_setscheduler(0, SCHED_OTHER, &none) == 0;
}

bool drop_sys_nice() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct sets[2]{};
  if (syscall(SYS_capget, &header, sets) != 0) return false;
  sets[0].effective &= ~(1u << CAP_SYS_NICE);
  return syscall(SYS_capset, &header, sets) == 0;
}

TEST(PriorityClass, RealtimeIsReadBackFromTheKernel) {
  in_thread([] {
    const bool allowed = realtime_allowed();
    const auto result = apply_priority({Kind::kRealtime, std::nullopt}, ThreadRole::kAudioSend, gettid());
    EXPECT_EQ(result.granted, allowed);
    EXPECT_EQ(result.reason.empty(), allowed);
    ASSERT_TRUE(result.effective);
    EXPECT_EQ(result.effective->to_string(), allowed ? "realtime 20" : "default");
    EXPECT_EQ(sched_getscheduler(0) & ~SCHED_RESET_ON_FORK, allowed ? SCHED_FIFO : SCHED_OTHER);
  });
}

TEST(PriorityClass, RoundRobinIsToldFromFifo) {
  in_thread([] {
    if (!realtime_allowed()) GTEST_SKIP() << kNoRight;
    const auto result = apply_priority({Kind::kRoundRobin, 7}, ThreadRole::kVideoSend, 0);
    EXPECT_EQ(result.effective->to_string(), "rr 7") << result.reason;
    EXPECT_EQ(sched_getscheduler(0) & ~SCHED_RESET_ON_FORK, SCHED_RR);
  });
}

TEST(PriorityClass, DeadlineIsForThePeriodicSenders) {
  in_thread([] {
    if (!realtime_allowed()) GTEST_SKIP() << kNoRight;
    const auto result =
        apply_priority({Kind::kDeadline, {}, Duration::us(1500), Duration::ms(20)}, ThreadRole::kAudioSend, 0);
    EXPECT_TRUE(result.granted) << result.reason;
    EXPECT_EQ(result.effective->to_string(), "deadline 1.5/20 ms");
    in_thread([] { EXPECT_EQ(effective_priority(0)->to_string(), "default"); });  // it can still start threads
    const auto other = apply_priority({Kind::kDeadline}, ThreadRole::kAudioReceive, 0);
    EXPECT_FALSE(other.granted);
    EXPECT_NE(other.reason.find("audio-send"), std::string::npos) << other.reason;
    EXPECT_EQ(other.effective->to_string(), "deadline 1.5/20 ms") << "a refusal leaves the thread as it was";
  });
}

TEST(PriorityClass, ASliceIsReadBackOrRefusedWithAReason) {
  in_thread([] {
    const auto result = apply_priority({Kind::kSlice, {}, Duration::us(500)}, ThreadRole::kVideoSend, 0);
    EXPECT_EQ(result.effective->to_string(), result.granted ? "slice 0.5 ms" : "default");
    EXPECT_EQ(result.reason.find("6.12") == std::string::npos, result.granted) << result.reason;
    EXPECT_EQ(apply_priority({}, ThreadRole::kVideoSend, 0).effective->to_string(), "default");
  });
}

TEST(PriorityClass, WordsOfTheRequestReadAsTheEffectiveOnes) {
  for (const char* words : {"nice:-5", "realtime:30", "rr:4", "deadline:2.5/10", "slice:0.1"}) {
    const PrioritySetting setting = *PrioritySetting::parse(words);
    EXPECT_EQ(words_of(setting), wanted_priority(setting, ThreadRole::kAudioSend).to_string());
  }
  EXPECT_EQ(words_of({Kind::kDeadline}), "deadline");
}

TEST(PriorityClass, OfAnotherKindOrOfTheSame) {
  const EffectivePriority fifo{Kind::kRealtime, 20}, rr{Kind::kRoundRobin, 19}, none, nice0{Kind::kNice, 0};
  EXPECT_TRUE(is_kind_of(rr, fifo)) << "rtkit gives round robin";
  EXPECT_FALSE(is_kind_of(fifo, rr));
  EXPECT_FALSE(is_kind_of(none, fifo));
  EXPECT_TRUE(is_kind_of(none, nice0));
}

TEST(PriorityClass, EachRoleHasItsLevels) {
  EXPECT_EQ(default_realtime_level(ThreadRole::kAudioSend), 20);
  EXPECT_EQ(default_realtime_level(ThreadRole::kAudioReceive), 18);
  EXPECT_EQ(default_realtime_level(ThreadRole::kVideoSend), 12);
  EXPECT_EQ(default_realtime_level(ThreadRole::kVideoReceive), 10);
  EXPECT_EQ(default_realtime_level(ThreadRole::kWatchdog), 60);
  EXPECT_EQ(default_nice_level(ThreadRole::kVideoReceive), -19);
  EXPECT_EQ(default_nice_level(ThreadRole::kAudioDevice), -11);
}

TEST(PriorityClass, NiceIsSetAndReadBack) {
  in_thread([] {
    const auto result = apply_priority({Kind::kNice, 5}, ThreadRole::kRecorder, 0);
    EXPECT_TRUE(result.granted);
    EXPECT_EQ(result.effective->to_string(), "nice 5");
    EXPECT_EQ(getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())), 5);
  });
}

TEST(PriorityClass, DefaultTakesNiceBackToZero) {
  in_thread([] {
    const bool allowed = realtime_allowed();
    apply_priority({Kind::kNice, 5}, ThreadRole::kVideoSend, 0);
    const auto result = apply_priority({}, ThreadRole::kVideoSend, 0);
    EXPECT_EQ(result.granted, allowed);  // raising nice is free, lowering it again is not
    EXPECT_EQ(result.effective->to_string(), allowed ? "default" : "nice 5");
  });
}

TEST(PriorityClass, ThreadsAndChildrenBeginInTheDefaultClass) {
  in_thread([] {
    if (!realtime_allowed()) GTEST_SKIP() << kNoRight;
    apply_priority({Kind::kRealtime, 10}, ThreadRole::kVideoSend, 0);
    in_thread([] { EXPECT_EQ(effective_priority(0)->to_string(), "default"); });
    EXPECT_EQ(effective_priority(0)->to_string(), "realtime 10");
  });
}

/// Sets both limits of the process while it lives.
class Limit {
 public:
  Limit(__rlimit_resource resource, rlim_t value) : resource_(resource) {
    EXPECT_EQ(getrlimit(resource, &before_), 0);
    const rlimit wanted{value, value};
    set_ = setrlimit(resource, &wanted) == 0;
  }
  ~Limit() { setrlimit(resource_, &before_); }
  explicit operator bool() const { return set_; }

 private:
  const __rlimit_resource resource_;
  rlimit before_{};
  bool set_ = false;
};

TEST(PriorityClass, ARefusalLeavesTheThreadAndSaysWhatHelps) {
  const Limit none(RLIMIT_RTPRIO, 0);
  ASSERT_TRUE(none);
  in_thread([] {
    ASSERT_TRUE(drop_sys_nice());
    const std::string was = effective_priority(0)->to_string();  // the tests may run niced
    const auto result = apply_priority({Kind::kRealtime, std::nullopt}, ThreadRole::kAudioSend, 0);
    if (has_granted_right()) GTEST_SKIP() << kGranted;
    if (result.way == PriorityWay::kRtkit) GTEST_SKIP() << "rtkit grants it, as on a desktop";
    EXPECT_FALSE(result.granted);
    EXPECT_EQ(result.way, PriorityWay::kNone);
    EXPECT_EQ(result.effective->to_string(), was);
    for (const char* word : {"realtime 20", "setcap", "packaging/realtime/grant", "rtprio", "group"})
      EXPECT_NE(result.reason.find(word), std::string::npos) << result.reason;
    EXPECT_LE(result.reason.size(), 140u) << "fits a notice with a thread's name before it";
  });
}

TEST(PriorityClass, TheUsersLimitsGrantAndLowerTheLevel) {
  const Limit eight(RLIMIT_RTPRIO, 8), nice_minus_five(RLIMIT_NICE, 25);
  if (!eight || !nice_minus_five) GTEST_SKIP() << "only root may raise limits for a test";
  in_thread([] {
    ASSERT_TRUE(drop_sys_nice());
    if (has_granted_right()) GTEST_SKIP() << kGranted;
    const auto sender = apply_priority({Kind::kRealtime}, ThreadRole::kAudioSend, 0);
    EXPECT_EQ(sender.effective->to_string(), "realtime 7") << sender.reason;
    EXPECT_EQ(sender.way, PriorityWay::kRlimit);
    EXPECT_EQ(apply_priority({Kind::kRealtime}, ThreadRole::kWatchdog, 0).effective->to_string(), "realtime 8");
    const auto nice = apply_priority({Kind::kNice}, ThreadRole::kAudioSend, 0);
    EXPECT_EQ(nice.effective->to_string(), "nice -5") << nice.reason;
    EXPECT_EQ(nice.way, PriorityWay::kRlimit);
    EXPECT_EQ(apply_priority({}, ThreadRole::kAudioSend, 0).way, PriorityWay::kDirect);
  });
}

TEST(PriorityClass, WithoutARightANicedThreadLosesItsRealTimeClassAllTheSame) {
  const Limit no_nice(RLIMIT_NICE, 0);
  ASSERT_TRUE(no_nice);
  in_thread([] {
    if (!realtime_allowed()) GTEST_SKIP() << kNoRight;
    apply_priority({Kind::kNice, 5}, ThreadRole::kRecorder, 0);
    EXPECT_EQ(apply_priority({Kind::kRealtime, 10}, ThreadRole::kRecorder, 0).effective->to_string(), "realtime 10");
    ASSERT_TRUE(drop_sys_nice());
    if (has_granted_right()) GTEST_SKIP() << kGranted;
    const auto result = apply_priority({}, ThreadRole::kRecorder, 0);
    EXPECT_FALSE(result.granted) << "it cannot have nice 0";
    EXPECT_EQ(result.effective->to_string(), "nice 5");
    EXPECT_NE(result.reason, "");
  });
}

/// Joined is not gone: the kernel wakes who joins before it has taken the thread out of its table.
bool wait_until_gone(pid_t tid) {
  for (int i = 0; i < 1000; ++i) {
    if (syscall(SYS_tgkill, getpid(), tid, 0) != 0 && errno == ESRCH) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(PriorityClass, AThreadThatIsGone) {
  pid_t tid = 0;
  in_thread([&] { tid = gettid(); });
  ASSERT_TRUE(wait_until_gone(tid));
  const auto result = apply_priority({Kind::kNice, 5}, ThreadRole::kRecorder, tid);
  EXPECT_FALSE(result.granted);
  EXPECT_FALSE(result.effective);
  EXPECT_NE(result.reason.find("ended"), std::string::npos) << result.reason;
}

}  // namespace
}  // namespace jitterscope::priority_class_test
