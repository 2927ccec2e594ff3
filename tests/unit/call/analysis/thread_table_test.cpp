#include "core/call/analysis/thread_table.h"

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <semaphore>
#include <variant>

#include "core/base/realtime/realtime_thread.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/thread_load.h"

namespace jitterscope::thread_table_test {
namespace {

using Kind = PrioritySetting::Kind;
constexpr PrioritySetting kDefault{}, kNice5{Kind::kNice, 5}, kNice7{Kind::kNice, 7};

bool may_take_nice_back() {
  return geteuid() == 0 && prctl(PR_CAPBSET_READ, CAP_SYS_NICE) == 1;
}

/// A thread of the table that waits, and the table, looked at each quarter second of its own clock.
class Table : public testing::Test {
 protected:
  template <typename Kind>
  std::vector<Kind> look() {
    now_ += Duration::ms(250);
    events_ = table_.look(now_);
    return of_recorder<Kind>();
  }
  template <typename Kind>
  std::vector<Kind> of_recorder() const {
    std::vector<Kind> found;
    for (const Event& event : events_)
      if (const auto* one = get_if<Kind>(&event); one && one->role == ThreadRole::kRecorder) found.push_back(*one);
    return found;
  }
  std::size_t notices() const {
    return static_cast<std::size_t>(std::count_if(events_.begin(), events_.end(),
                                                  [](const Event& event) { return holds_alternative<Notice>(event); }));
  }
  bool set_nice(int level) { return apply_priority({Kind::kNice, level}, ThreadRole::kRecorder, tid()).granted; }
  pid_t tid() const { return thread_.status().tid; }

  std::binary_semaphore end_{0};
  RealtimeThread thread_{ThreadRole::kRecorder, kNice5, [this](std::stop_token) { end_.acquire(); }};
  ThreadTable table_{PrioritySettings{{ThreadRole::kRecorder, kNice5}}};
  Timestamp now_;
  std::vector<Event> events_;
  ~Table() override { end_.release(); }
};

TEST_F(Table, AThreadSeenFirstHasItsClassOrNot) {
  const auto changes = look<ClassChanged>();
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].change, ClassEvent::kGranted);
  EXPECT_EQ(changes[0].way, PriorityWay::kDirect);
  EXPECT_EQ(changes[0].requested.view(), "nice 5");
  const auto status = of_recorder<ThreadStatus>();
  ASSERT_EQ(status.size(), 1u);
  EXPECT_EQ(status[0].tid, tid());
  EXPECT_EQ(status[0].effective.view(), "nice 5");
  EXPECT_TRUE(look<ClassChanged>().empty());
  EXPECT_EQ(notices(), 0u);
}

TEST_F(Table, ARequestIsTold) {
  look<ClassChanged>();
  EXPECT_EQ(table_.request(ThreadRole::kRecorder, kNice7), "");
  const auto changes = look<ClassChanged>();
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].change, ClassEvent::kGranted);
  EXPECT_EQ(changes[0].effective.view(), "nice 7");
  EXPECT_EQ(of_recorder<ThreadStatus>().size(), 1u);
}

TEST_F(Table, ARefusalNamesTheReason) {
  look<ClassChanged>();
  const std::string reason = table_.request(ThreadRole::kRecorder, {Kind::kDeadline});
  EXPECT_NE(reason.find("SCHED_DEADLINE"), std::string::npos) << reason;
  const auto changes = look<ClassChanged>();
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].change, ClassEvent::kRefused);
  EXPECT_EQ(changes[0].way, PriorityWay::kNone);
  EXPECT_EQ(changes[0].effective.view(), "nice 5");
}

TEST_F(Table, AClassThatSomebodyElseTookIsLost) {
  table_.request(ThreadRole::kRecorder, kNice7);
  look<ClassChanged>();
  const sched_param none{};
  ASSERT_EQ(sched_setscheduler(tid(), SCHED_BATCH, &none), 0);  // reads "nice 7"
  EXPECT_TRUE(look<ClassChanged>().empty());
  if (!may_take_nice_back()) GTEST_SKIP() << "no right to take a nice level back";
  ASSERT_TRUE(set_nice(0));
  const auto changes = look<ClassChanged>();
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].change, ClassEvent::kLost);
  EXPECT_EQ(changes[0].effective.view(), "default");
  EXPECT_EQ(notices(), 1u);
  ASSERT_TRUE(set_nice(9));
  EXPECT_EQ(look<ClassChanged>().at(0).change, ClassEvent::kGranted);
}

TEST_F(Table, OneThatTheWatchdogTookIsDemoted) {
  look<ClassChanged>();
  const Timestamp at = Timestamp::ns(std::numeric_limits<std::int64_t>::max());
  table_.note_demotion(tid(), at);
  if (!may_take_nice_back()) GTEST_SKIP() << "no right to take a nice level back";
  ASSERT_TRUE(set_nice(0));
  const auto changes = look<ClassChanged>();
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].change, ClassEvent::kDemoted);
  EXPECT_EQ(changes[0].at, at);
  EXPECT_EQ(notices(), 0u) << "the watchdog tells it itself";
}

TEST_F(Table, LoadsComeTwiceASecond) {
  std::size_t loads = 0;
  for (int i = 0; i < 8; ++i) loads += look<ThreadLoad>().size();
  EXPECT_EQ(loads, 4u);
}

TEST_F(Table, AForgottenTableTellsAllAgain) {
  look<ThreadStatus>();
  EXPECT_TRUE(look<ThreadStatus>().empty());
  table_.forget();
  EXPECT_EQ(look<ThreadStatus>().size(), 1u);
  EXPECT_EQ(of_recorder<ClassChanged>().size(), 1u);
}

TEST(ThreadTable, TheWatchdogKeepsItsClass) {
  ThreadTable table(with_default_priorities({{ThreadRole::kWatchdog, kDefault}}));
  EXPECT_EQ(table.requested(ThreadRole::kWatchdog).kind, Kind::kRealtime);
  EXPECT_NE(table.request(ThreadRole::kWatchdog, kDefault), "");
  EXPECT_EQ(table.requested(ThreadRole::kWatchdog).kind, Kind::kRealtime);
}

/// Of the calling thread.
bool set_sys_nice(bool on) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct sets[2]{};
  if (syscall(SYS_capget, &header, sets) != 0) return false;
  constexpr unsigned kBit = 1u << CAP_SYS_NICE;
  sets[0].effective = on ? sets[0].effective | kBit : sets[0].effective & ~kBit;
  return syscall(SYS_capset, &header, sets) == 0;
}

TEST(ThreadTable, TheWatchdogComesBeforeAThreadThatBecomesRealTime) {
  const RealtimeThread watchdog(ThreadRole::kWatchdog, kDefault, [](std::stop_token stop) {
    while (!stop.stop_requested()) usleep(1000);
  });
  ThreadTable table(with_default_priorities({}));
  ASSERT_TRUE(set_sys_nice(false));
  table.look(Timestamp{});
  const std::string without_right = watchdog.status().effective;
  if (!set_sys_nice(true)) GTEST_SKIP() << "CAP_SYS_NICE is not there";
  if (without_right != "default") GTEST_SKIP() << "a limit or rtkit grants it anyhow: " << without_right;
  table.request(ThreadRole::kVideoDecode, {Kind::kRealtime});
  EXPECT_EQ(watchdog.status().effective, "realtime 60");
}

}  // namespace
}  // namespace jitterscope::thread_table_test
