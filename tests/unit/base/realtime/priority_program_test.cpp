// The real jitterscope_priority: a copy that has CAP_SYS_NICE, asked by a process without any right.
#include "core/base/realtime/priority_program.h"

#include <grp.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/statvfs.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "core/base/realtime/class_request.h"
#include "core/base/realtime/priority_class.h"
#include "core/base/realtime/rttime_guard.h"
#include "tests/unit/bounded_child.h"

namespace jitterscope::priority_program_test {
namespace {

namespace fs = std::filesystem;
constexpr uid_t kNobody = 65534;

kernel::Attributes of_class(std::uint32_t policy, std::uint32_t level, int nice = 0) {
  kernel::Attributes attributes;
  attributes.policy = policy;
  attributes.priority = level;
  attributes.nice = nice;
  return attributes;
}
const kernel::Attributes kFifo20 = of_class(SCHED_FIFO, 20);

std::string class_of(pid_t tid) {
  const auto effective = effective_priority(tid);
  return effective ? effective->to_string() : "gone";
}

/// An ordinary user's process from now on.
bool leave_all_rights() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_RTPRIO, &none);
  setrlimit(RLIMIT_NICE, &none);
  return setgroups(0, nullptr) == 0 && setresgid(kNobody, kNobody, kNobody) == 0 &&
         setresuid(kNobody, kNobody, kNobody) == 0 && !kernel::set(0, kFifo20);
}

class PriorityProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root can give a file a right";
    std::string name = (fs::temp_directory_path() / "priority-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    fs::permissions(folder_, fs::perms(0755));
    fs::copy_file(PRIORITY_PROGRAM, program());
    const std::string command = "PATH=$PATH:/usr/sbin:/sbin setcap cap_sys_nice+ep '" + program() + "' 2>/dev/null";
    if (std::system(command.c_str()) != 0) GTEST_SKIP() << "no setcap here, or no file capabilities in " << folder_;
    if (prctl(PR_CAPBSET_READ, CAP_SYS_NICE) != 1) GTEST_SKIP() << "a container without CAP_SYS_NICE";
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1) GTEST_SKIP() << "no new privileges here";
    struct statvfs disk {};
    ASSERT_EQ(statvfs(folder_.c_str(), &disk), 0);
    if ((disk.f_flag & ST_NOSUID) != 0)
      GTEST_SKIP() << "file capabilities have no effect in " << folder_ << " (nosuid)";
    ASSERT_EQ(said_by([&] { return PriorityProgram(program()).has_right() ? "yes" : "no"; }), "yes");
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  std::string program() const { return folder_ + "/jitterscope_priority"; }

  /// What `ask` says in a process without rights.
  template <typename Ask>
  std::string said_without_rights(Ask ask) {
    return said_by([&]() -> std::string {
      if (!leave_all_rights()) return "this process still has rights";
      PriorityProgram priority(program());
      if (!priority.has_right()) return "no right";
      return ask(priority);
    });
  }

  std::string folder_;
};

TEST_F(PriorityProgramTest, AThreadHasItsClassByItAloneAndAnotherWhileItRuns) {
  EXPECT_EQ(said_without_rights([](PriorityProgram& priority) {
              guard_real_time();
              std::string said;
              std::jthread([&] {
                const pid_t tid = gettid();
                const auto set = [&](const kernel::Attributes& attributes) {
                  const int error = priority.set(tid, attributes);
                  said += class_of(tid) + (error ? " (" + std::to_string(error) + "), " : ", ");
                };
                set(kFifo20);
                set(of_class(SCHED_FIFO, 60));
                set(of_class(SCHED_RR, 7));
                set(of_class(SCHED_OTHER, 0, -19));
                kernel::Attributes reserved = of_class(kernel::kSchedDeadline, 0);
                reserved.runtime = 1'000'000;
                reserved.deadline = reserved.period = 20'000'000;
                set(reserved);
                set({});
              }).join();
              return said;
            }),
            "realtime 20, realtime 60, rr 7, nice -19, deadline 1/20 ms, default, ");
}

TEST_F(PriorityProgramTest, ChildrenAndThreadsBeginInTheDefaultClass) {
  EXPECT_EQ(said_without_rights([](PriorityProgram& priority) {
              guard_real_time();
              priority.set(gettid(), kFifo20);
              std::string began;
              std::jthread([&] { began = class_of(0); }).join();
              const std::string own = class_of(0);
              kernel::take_class(0);
              return own + ", " + began;
            }),
            "realtime 20, default");
}

TEST_F(PriorityProgramTest, ThreadsOfOtherProcessesAreRefused) {
  const pid_t tests = getpid();
  EXPECT_EQ(said_without_rights([&](PriorityProgram& priority) {
              guard_real_time();
              const pid_t child = fork();  // of the same user
              if (child == 0) {
                alarm(10);
                pause();
                _exit(0);
              }
              std::string said;
              for (const pid_t tid : {child, tests, pid_t{1}, priority.pid(), pid_t{0x7ffffff0}}) {
                const std::string before = class_of(tid);
                said += priority.set(tid, kFifo20) == ESRCH && class_of(tid) == before ? "refused " : "NOT REFUSED ";
              }
              kill(child, SIGKILL);
              waitpid(child, nullptr, 0);
              return said;
            }),
            "refused refused refused refused refused ");
}

TEST_F(PriorityProgramTest, AForkedProcessHasOneOfItsOwn) {
  EXPECT_EQ(said_without_rights([&](PriorityProgram& priority) {
              guard_real_time();
              const pid_t parents = priority.pid();
              const pid_t child = fork();
              if (child == 0) {
                const bool set = priority.set(getpid(), kFifo20) == 0 && class_of(0) == "realtime 20";
                _exit(set && priority.pid() != parents ? 0 : 1);
              }
              int status = 0;
              waitpid(child, &status, 0);
              const bool still = priority.set(gettid(), of_class(SCHED_OTHER, 0, -1)) == 0 && priority.pid() == parents;
              return std::string(WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "child's " : "refused ") +
                     (still ? "parent's" : "refused");
            }),
            "child's parent's");
}

TEST_F(PriorityProgramTest, RealTimeOnlyForAProcessThatTheKernelStops) {
  rlimit before{};
  getrlimit(RLIMIT_RTTIME, &before);
  if (before.rlim_max != RLIM_INFINITY)
    GTEST_SKIP() << "RLIMIT_RTTIME is set already (by another test of this process)";
  EXPECT_EQ(said_without_rights([](PriorityProgram& priority) {
              std::string said;
              const auto ask = [&](const kernel::Attributes& attributes) {
                said += std::to_string(priority.set(gettid(), attributes));
                said += " " + class_of(0) + ", ";
              };
              ask(kFifo20);
              ask(of_class(SCHED_OTHER, 0, -5));  // nice values need no such limit
              const rlimit three_seconds{3'000'000, 3'000'000};
              setrlimit(RLIMIT_RTTIME, &three_seconds);
              ask(of_class(SCHED_RR, 20));
              const rlimit one_second{1'000'000, 1'000'000};
              setrlimit(RLIMIT_RTTIME, &one_second);
              ask(of_class(SCHED_RR, 20));
              kernel::take_class(0);
              return said;
            }),
            "13 " + class_of(0) + ", 0 nice -5, 13 nice -5, 0 rr 20, ");
}

TEST_F(PriorityProgramTest, BeyondWhatTheProgramUsesIsRefused) {
  EXPECT_EQ(said_without_rights([](PriorityProgram& priority) {
              guard_real_time();
              std::string said;
              for (const auto& beyond : {of_class(SCHED_FIFO, 50), of_class(SCHED_FIFO, 99), of_class(SCHED_IDLE, 0)})
                said += std::to_string(priority.set(gettid(), beyond)) + " ";
              return said + class_of(0);
            }),
            "22 22 22 " + class_of(0));  // the tests may run niced
}

TEST_F(PriorityProgramTest, AClassIsLeftWithoutIt) {
  EXPECT_EQ(said_without_rights([](PriorityProgram& priority) {
              guard_real_time();
              priority.set(gettid(), kFifo20);
              std::string said = class_of(0);
              kill(priority.pid(), SIGSTOP);  // the watchdog waits for nobody
              kernel::take_class(gettid());
              return said + ", " + class_of(0);
            }),
            "realtime 20, " + class_of(0));
}

TEST_F(PriorityProgramTest, IsStartedAgainWhereItHasEnded) {
  EXPECT_EQ(said_without_rights([](PriorityProgram& priority) {
              const pid_t first = priority.pid();
              kill(first, SIGKILL);
              const int error = priority.set(gettid(), of_class(SCHED_OTHER, 0, -3));
              return std::to_string(error) + " " + class_of(0) + (priority.pid() == first ? " the same" : " another");
            }),
            "0 nice -3 another");
}

TEST_F(PriorityProgramTest, WithoutTheRightItIsNotStarted) {
  fs::copy_file(PRIORITY_PROGRAM, folder_ + "/plain");
  for (const std::string name : {"plain", "missing"}) {
    PriorityProgram priority(folder_ + "/" + name);
    EXPECT_FALSE(priority.has_right()) << name;
    EXPECT_EQ(priority.set(gettid(), kFifo20), EPERM) << name;
    EXPECT_EQ(priority.pid(), -1) << name;
  }
}

/// A socket to the program as anybody may make one.
class Channel {
 public:
  Channel() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends_.data()), 0); }
  ~Channel() {
    close_own();
    close(ends_[1]);
  }
  void close_own() {
    if (ends_[0] >= 0) close(ends_[0]);
    ends_[0] = -1;
  }
  /// The program's process; `prepare` comes before it begins there.
  pid_t start(
      const std::string& program, bool (*prepare)() = [] { return true; }) {
    const pid_t child = fork();
    if (child != 0) return child;
    if (!prepare()) _exit(1);
    dup2(ends_[1], 0);
    execl(program.c_str(), "any name", "any", "word", nullptr);
    _exit(1);
  }
  std::string answer() {
    pollfd waiting{ends_[0], POLLIN, 0};
    std::int32_t error = 0;
    if (poll(&waiting, 1, 5000) != 1) return "silent ";
    return recv(ends_[0], &error, sizeof error, 0) == sizeof error ? std::to_string(error) + " " : "closed ";
  }
  std::string answer_to(std::span<const std::byte> message) {
    send(ends_[0], message.data(), message.size(), MSG_NOSIGNAL);
    return answer();
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(PriorityProgramTest, MalformedMessagesAreRefusedAndItGoesOn) {
  EXPECT_EQ(said_by([&]() -> std::string {
              if (!leave_all_rights()) return "this process still has rights";
              Channel channel;
              const pid_t child = channel.start(program());
              std::string said = channel.answer();
              const auto good = ClassRequest{getpid(), of_class(SCHED_OTHER, 0, -2)}.bytes();
              std::array<std::byte, 70'000> large{};
              std::copy(good.begin(), good.end(), large.begin());
              auto marked = good;
              marked[0] = std::byte{};
              for (const std::size_t size : {std::size_t{1}, good.size() - 1, good.size() + 1, large.size()})
                said += channel.answer_to(std::span(large).first(size));
              said += channel.answer_to(marked);
              said += channel.answer_to(good);
              said += class_of(0);
              channel.close_own();
              return said + " end " + std::to_string(status_of(child));
            }),
            "0 22 22 22 22 22 0 nice -2 end 0");
}

TEST_F(PriorityProgramTest, ServesNobodyButTheProcessThatStartedIt) {
  EXPECT_EQ(said_by([&]() -> std::string {
              if (!leave_all_rights()) return "this process still has rights";
              Channel channel;  // of this process; another starts the program
              const pid_t other = fork();
              if (other == 0) _exit(status_of(channel.start(program())) == 77 ? 0 : 1);
              return status_of(other) == 0 ? "ended at once" : "served";
            }),
            "ended at once");
}

/// As a user's shell is a child of a service of root's: its threads are not the user's.
TEST_F(PriorityProgramTest, ServesNoProcessOfAnotherUser) {
  EXPECT_EQ(said_by([&] {
              Channel channel;
              return std::to_string(status_of(channel.start(program(), leave_all_rights)));
            }),
            "77");
}

TEST_F(PriorityProgramTest, AProcessThatBecomesAnotherUsersIsServedNoMore) {
  EXPECT_EQ(said_by([&] {
              Channel channel;
              channel.start(program());
              const auto request = ClassRequest{getpid(), of_class(SCHED_OTHER, 0, -2)}.bytes();
              std::string said = channel.answer();
              said += channel.answer_to(request);
              leave_all_rights();
              said += channel.answer_to(request);
              channel.close_own();
              return said;
            }),
            "0 0 3 ");
}

TEST_F(PriorityProgramTest, EndsWithTheProcessThatStartedIt) {
  std::array<int, 2> alive{};  // its write end: the program's alone in the end
  ASSERT_EQ(pipe(alive.data()), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    Channel channel;
    const pid_t child = channel.start(program());
    const pid_t keeper = fork();  // holds the socket open: its end alone must not be what ends the program
    if (keeper == 0) {
      close(alive[1]);
      alarm(10);
      pause();
    }
    const bool served = child > 0 && channel.answer() == "0 ";
    [[maybe_unused]] const auto written = write(alive[1], &keeper, served ? sizeof keeper : 1);
    _exit(0);
  }
  close(alive[1]);
  status_of(parent);
  pid_t keeper = 0;
  const bool served = read(alive[0], &keeper, sizeof keeper) == static_cast<ssize_t>(sizeof keeper);
  EXPECT_TRUE(served);
  pollfd waiting{alive[0], POLLIN, 0};
  EXPECT_EQ(poll(&waiting, 1, 5000), 1) << "it goes on without its parent";
  if (served) kill(keeper, SIGKILL);
  close(alive[0]);
}

}  // namespace
}  // namespace jitterscope::priority_program_test
