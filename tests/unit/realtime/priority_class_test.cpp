#include "core/realtime/priority_class.h"

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

namespace jitterscope {
namespace {

using Kind = PrioritySetting::Kind;

/// In a thread of its own, so that the test program keeps its class and its capabilities.
template <typename Body>
void in_thread(Body body) {
  std::jthread thread(body);
}

/// Whether the kernel grants this thread a real-time class, asked by another call than the one under test.
bool realtime_allowed() {
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

TEST(PriorityClass, EachRoleHasItsLevels) {
  EXPECT_EQ(default_realtime_level(ThreadRole::kAudioSend), 20);
  EXPECT_EQ(default_realtime_level(ThreadRole::kAudioReceive), 18);
  EXPECT_EQ(default_realtime_level(ThreadRole::kVideoSend), 12);
  EXPECT_EQ(default_realtime_level(ThreadRole::kVideoReceive), 10);
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
    if (!realtime_allowed()) return;
    apply_priority({Kind::kRealtime, 10}, ThreadRole::kVideoSend, 0);
    in_thread([] { EXPECT_EQ(effective_priority(0)->to_string(), "default"); });
    EXPECT_EQ(effective_priority(0)->to_string(), "realtime 10");
  });
}

TEST(PriorityClass, ARefusalLeavesTheThreadAndSaysWhatHelps) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_RTPRIO, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_RTPRIO, &none), 0);
  in_thread([] {
    ASSERT_TRUE(drop_sys_nice());
    const std::string was = effective_priority(0)->to_string();  // the tests may run niced
    const auto result = apply_priority({Kind::kRealtime, std::nullopt}, ThreadRole::kAudioSend, 0);
    EXPECT_FALSE(result.granted);
    EXPECT_EQ(result.effective->to_string(), was);
    EXPECT_NE(result.reason.find("realtime 20"), std::string::npos) << result.reason;
    EXPECT_NE(result.reason.find("rtprio"), std::string::npos) << result.reason;
  });
  setrlimit(RLIMIT_RTPRIO, &before);
}

TEST(PriorityClass, AThreadThatIsGone) {
  pid_t tid = 0;
  in_thread([&] { tid = gettid(); });
  const auto result = apply_priority({Kind::kNice, 5}, ThreadRole::kRecorder, tid);
  EXPECT_FALSE(result.granted);
  EXPECT_FALSE(result.effective);
  EXPECT_FALSE(last_cpu(tid));
  EXPECT_NE(result.reason.find("ended"), std::string::npos) << result.reason;
}

TEST(PriorityClass, LastProcessorIsOneOfTheMachine) {
  const auto cpu = last_cpu(gettid());
  ASSERT_TRUE(cpu);
  EXPECT_GE(*cpu, 0);
  EXPECT_LT(*cpu, sysconf(_SC_NPROCESSORS_CONF));
}

}  // namespace
}  // namespace jitterscope
