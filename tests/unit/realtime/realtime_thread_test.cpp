#include "core/realtime/realtime_thread.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <semaphore>

namespace jitterscope::realtime_thread_test {
namespace {

using Kind = PrioritySetting::Kind;
constexpr PrioritySetting kDefault, kNice5{Kind::kNice, 5}, kRealtime15{Kind::kRealtime, 15};

/// A body that waits for its turn, notes the timer slack and ends.
struct Turn {
  std::binary_semaphore go{0};
  std::atomic<int> slack{-1};
  RealtimeThread::Body body() {
    return [this](std::stop_token) {
      go.acquire();
      slack = prctl(PR_GET_TIMERSLACK);
    };
  }
};

TEST(RealtimeThread, HasItsNameAndClassWhenMade) {
  Turn turn;
  RealtimeThread thread(ThreadRole::kVideoReceive, kNice5, turn.body());
  const ThreadState state = thread.status();
  EXPECT_EQ(state.role, ThreadRole::kVideoReceive);
  EXPECT_EQ(state.requested, kNice5);
  EXPECT_EQ(state.effective, "nice 5");
  EXPECT_EQ(state.reason, "");
  EXPECT_NE(state.tid, gettid());
  std::ifstream comm("/proc/self/task/" + std::to_string(state.tid) + "/comm");
  std::string name;
  std::getline(comm, name);
  EXPECT_EQ(name, "video-receive");
  turn.go.release();
}

TEST(RealtimeThread, EveryRolesNameFitsTheKernel) {
  for (std::size_t role = 0; role < kThreadRoles; ++role)
    EXPECT_LE(to_string(static_cast<ThreadRole>(role)).size(), 15u);
}

TEST(RealtimeThread, ClassChangesWhileItRuns) {
  Turn turn;
  RealtimeThread thread(ThreadRole::kVideoSend, kDefault, turn.body());
  const pid_t tid = thread.status().tid;
  const bool granted = apply_priority(kRealtime15, ThreadRole::kVideoSend, tid).granted;
  EXPECT_EQ(thread.status().effective, granted ? "realtime 15" : "default");
  apply_priority(kDefault, ThreadRole::kVideoSend, tid);
  EXPECT_EQ(thread.status().effective, "default");
  turn.go.release();
  thread.join();
  EXPECT_EQ(turn.slack, 1) << "the finest slack must survive a stay in a real-time class";
}

TEST(RealtimeThread, TheMakersTimerSlackStays) {
  const int before = prctl(PR_GET_TIMERSLACK);
  RealtimeThread thread(ThreadRole::kRecorder, kDefault, [](std::stop_token) {});
  EXPECT_EQ(prctl(PR_GET_TIMERSLACK), before);
}

TEST(RealtimeThread, DestructionAsksItToStopAndWaits) {
  std::atomic<bool> stopped{false};
  {
    RealtimeThread thread(ThreadRole::kAnalysis, kDefault, [&](std::stop_token stop) {
      std::binary_semaphore asked{0};
      const std::stop_callback wake(stop, [&] { asked.release(); });
      asked.acquire();
      stopped = stop.stop_requested();
    });
  }
  EXPECT_TRUE(stopped);
}

TEST(RealtimeThread, AfterItsEndNothingIsAskedOfTheKernel) {
  RealtimeThread thread(ThreadRole::kRecorder, kDefault, [](std::stop_token) {});
  thread.join();
  EXPECT_EQ(thread.status().effective, "ended");
}

}  // namespace
}  // namespace jitterscope::realtime_thread_test
