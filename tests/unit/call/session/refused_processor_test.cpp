// A system that lets no thread change its processor: a filter of the kernel's, inherited by the sessions' threads.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>

#include "core/base/realtime/processors.h"
#include "tests/unit/call/path/forwarding_host.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::refused_processor_test {
namespace {

/// For the calling thread and those it starts.
bool refuse_other_processors() {
  std::array<sock_filter, 4> rules{{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_sched_setaffinity, 0, 1),
                                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
  const sock_fprog program{rules.size(), rules.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

class RefusedProcessor : public TwoSessions {};

TEST_F(RefusedProcessor, LeavesTheCountersWhereTheyWere) {
  ForwardingHost host;
  const auto hold = [&] {
    ASSERT_TRUE(refuse_other_processors());
    ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr);
    ada_ = std::make_unique<Endpoint>(session_options("Ada"), nullptr, &host);
    call(*ada_, *ben_);
    ASSERT_TRUE(established() && media_flow());
    ada_->post(SetReceiveProcessor{allowed_processors().back()});
    EXPECT_TRUE(is_told(*ada_, "does not let the receive threads change"));
    EXPECT_EQ(host.counter_processor, ForwardingHost::kAnyProcessor);
    EXPECT_FALSE(ada_->view().settings.receive_processor);
  };
  std::thread([&] {
    hold();
    ada_.reset(), ben_.reset();  // before the host
  }).join();
}

}  // namespace
}  // namespace jitterscope::refused_processor_test
