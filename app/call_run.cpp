#include "app/call_run.h"

#include <QCoreApplication>

#include <csignal>

namespace jitterscope {
namespace {

volatile std::sig_atomic_t signalled = 0;
constexpr int kTickMs = 100;
constexpr int kLongestLeaveMs = 3000;

}  // namespace

CallRun::CallRun(CallSession& session, const CallOptions& options, bool leave_at_end)
    : session_(session), options_(options), leave_at_end_(leave_at_end) {
  connect(&timer_, &QTimer::timeout, this, [this] { tick(); });
  timer_.start(kTickMs);
}

void CallRun::catch_signals() {
  std::signal(SIGINT, [](int) { signalled = 1; });
  std::signal(SIGTERM, [](int) { signalled = 1; });
}

bool CallRun::interrupted() { return signalled != 0; }

void CallRun::leave() {
  if (leaving_) return;
  leaving_ = true;
  if (before_hanging_up_) before_hanging_up_();
  since_leaving_.start();
  session_.post(HangUp{});
}

void CallRun::tick() {
  const SessionView view = session_.view();
  if (view.phase == SessionPhase::kInCall && !in_call_) since_call_.start();
  in_call_ = view.phase == SessionPhase::kInCall;
  if (in_call_) {
    const double elapsed = static_cast<double>(since_call_.elapsed()) / 1e3;
    while (next_command_ < options_.script.size() && options_.script[next_command_].at_s <= elapsed)
      session_.post(options_.script[next_command_++].command);
    if (options_.seconds && elapsed >= *options_.seconds) leave();
  }
  if (interrupted()) leave();
  const bool idle = view.phase != SessionPhase::kInCall && view.phase != SessionPhase::kConnecting && view.phase != SessionPhase::kCalling &&
                    view.phase != SessionPhase::kRinging;
  const bool stuck = leaving_ && since_leaving_.elapsed() > kLongestLeaveMs;
  if ((leaving_ && (idle || stuck)) || (leave_at_end_ && view.over)) QCoreApplication::exit(0);
}

}  // namespace jitterscope
