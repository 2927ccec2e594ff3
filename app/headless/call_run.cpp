#include "app/headless/call_run.h"

#include <QCoreApplication>

#include <fmt/format.h>

#include <cmath>
#include <csignal>
#include <utility>

#include "app/command_line/output.h"

namespace jitterscope {
namespace {

volatile std::sig_atomic_t signalled = 0;
constexpr int kTickMs = 100, kQuietTickMs = 250;  // quiet: no command is left to be given in time
constexpr int kLongestLeaveMs = 3000;
constexpr double kQuiet_s = 0.5;  // without a command: time for what is made ready before the end

}  // namespace

CallRun::CallRun(Endpoint& session, const CallOptions& options, bool leave_at_end)
    : session_(session), options_(options), leave_at_end_(leave_at_end) {
  connect(&timer_, &QTimer::timeout, this, [this] { tick(); });
  timer_.start(kTickMs);
  since_begin_.start();
}

void CallRun::catch_signals() {
  std::signal(SIGINT, [](int) { signalled = 1; });
  std::signal(SIGTERM, [](int) { signalled = 1; });
  if (std::signal(SIGHUP, [](int) { signalled = 1; }) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // by nohup
}

bool CallRun::interrupted() {
  return signalled != 0;
}

void CallRun::leave(const std::string& why) {
  if (leaving_) return;
  leaving_ = true;
  if (before_hanging_up_) before_hanging_up_();
  since_leaving_.start();
  session_.post(HangUp{why});
}

/// At once, or exactly then when that is before the next tick.
void CallRun::leave_in(double seconds) {
  const int left_ms = static_cast<int>(std::ceil(seconds * 1e3));
  const std::string why = fmt::format("The time given, {:g} s, is over.", *options_.seconds);
  if (left_ms <= 0) return leave(why);
  if (left_ms < kQuietTickMs * 11 / 10)
    QTimer::singleShot(left_ms, Qt::PreciseTimer, this, [this, why] { leave(why); });
}

/// Ringing is a call that begins.
void CallRun::leave_if_nobody_calls(CallStage stage) {
  const bool waiting = stage == CallStage::kIdle || stage == CallStage::kEnded;
  const bool nobody = waits_ && waiting && !since_call_.isValid() && !leaving_;
  if (!nobody || !options_.seconds || static_cast<double>(since_begin_.elapsed()) / 1e3 < *options_.seconds) return;
  say(fmt::format("Nobody called in the time given, {:g} s.", *options_.seconds));
  leave();
}

void CallRun::tick() {
  const EndpointView view = session_.view();
  if (view.stage == CallStage::kInCall && !in_call_) since_call_.start();
  in_call_ = view.stage == CallStage::kInCall;
  if (in_call_) {
    const double elapsed = static_cast<double>(since_call_.elapsed()) / 1e3;
    while (next_command_ < options_.script.size() && options_.script[next_command_].at_s <= elapsed)
      session_.post(options_.script[next_command_++].command);
    const bool quiet =
        next_command_ == options_.script.size() || options_.script[next_command_].at_s > elapsed + kQuiet_s;
    if (before_the_limit_ && quiet && options_.seconds && elapsed >= *options_.seconds - lead_s_)
      std::exchange(before_the_limit_, {})();
    if (options_.seconds) leave_in(*options_.seconds - elapsed);
  }
  const bool quiet = in_call_ && next_command_ == options_.script.size();
  if (const int wanted = quiet ? kQuietTickMs : kTickMs; timer_.interval() != wanted) timer_.setInterval(wanted);
  leave_if_nobody_calls(view.stage);
  if (interrupted()) leave();
  const bool idle = view.stage != CallStage::kInCall && view.stage != CallStage::kConnecting &&
                    view.stage != CallStage::kCalling;  // who rings is told by the session's end
  const bool stuck = leaving_ && since_leaving_.elapsed() > kLongestLeaveMs;
  if ((leaving_ && (idle || stuck)) || (leave_at_end_ && view.over)) QCoreApplication::exit(0);
}

}  // namespace jitterscope
