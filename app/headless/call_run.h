#pragma once
// Carries a session through its scripted commands, its time limit and Ctrl-C, in the event loop of the program, with or
// without a window.
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>

#include "app/command_line/call_options.h"
#include "core/call/session/endpoint.h"

namespace jitterscope {

class CallRun : public QObject {
 public:
  /// `leave_at_end`: the event loop ends with the call. Both arguments outlive this.
  CallRun(Endpoint& session, const CallOptions& options, bool leave_at_end);
  /// Called once, so long before the time limit (in a shorter call at once) and when no command is due: for what takes
  /// time.
  void before_the_limit(double seconds, std::function<void()> act) {
    lead_s_ = seconds;
    before_the_limit_ = std::move(act);
  }
  /// Called once, just before the time limit or Ctrl-C hangs up.
  void before_hanging_up(std::function<void()> act) { before_hanging_up_ = std::move(act); }

  /// Whoever waits to be called does so for the time given, then leaves.
  void wait_for_calls_within_limit() { waits_ = true; }

  /// SIGINT and SIGTERM end the call and then the program.
  static void catch_signals();
  static bool interrupted();

 private:
  void tick();
  void leave(const std::string& why = {});
  void leave_in(double seconds);
  void leave_if_nobody_calls(CallStage stage);

  Endpoint& session_;
  const CallOptions& options_;
  const bool leave_at_end_;
  bool in_call_ = false, leaving_ = false, waits_ = false;
  std::size_t next_command_ = 0;
  QElapsedTimer since_begin_, since_call_, since_leaving_;
  double lead_s_ = 0;
  std::function<void()> before_the_limit_, before_hanging_up_;
  QTimer timer_;
};

}  // namespace jitterscope
