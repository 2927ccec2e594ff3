#pragma once
// The control connection of a call: the threads command-send and command-receive between one TCP connection and the
// thread that drives the CallMachine. Both queues are bounded.
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "core/algorithms/signalling/line_budget.h"
#include "core/base/net/tcp_connection.h"
#include "core/base/realtime/realtime_thread.h"

namespace jitterscope {

namespace control_input {
/// Send media to peer.with_port(...).
struct Connected {
  SocketAddress local, peer;
};
struct Line {
  std::string text;
};
/// Once: the remote says more than a call needs, and TCP holds it back.
struct HeldBack {};
/// The last input. Before Connected a whole sentence, later the end of one, as CallMachine::disconnected takes it.
struct Disconnected {
  std::string reason;
  bool said_too_much = false;  // this end closed it, by its LineLimits
};
}  // namespace control_input
using ControlInput =
    std::variant<control_input::Connected, control_input::Line, control_input::HeldBack, control_input::Disconnected>;

class ControlConnection {
 public:
  /// Calls `remote`, from `own` if given; name look-up and connecting happen on command-send.
  explicit ControlConnection(HostPort remote, std::chrono::milliseconds timeout = std::chrono::seconds(5),
                             const std::optional<SocketAddress>& own = {});
  /// Takes an accepted connection; the first input is Connected.
  explicit ControlConnection(TcpConnection accepted, const LineLimits& limits = kCallLines);
  /// As close(), then waits for both threads (at most about a second since close()).
  ~ControlConnection();
  ControlConnection(const ControlConnection&) = delete;
  ControlConnection& operator=(const ControlConnection&) = delete;

  /// Owner thread, never blocks. False: closed, or the remote does not read (then it is disconnected).
  bool send(std::string line_with_newline);
  /// Owner thread. `ring` is called on the connection's threads for each input from now on, and now if there are some;
  /// it must not call the connection.
  void set_bell(std::function<void()> ring);
  /// Owner thread: of what the remote says from now on.
  void set_limits(const LineLimits& limits);
  /// Owner thread: the next input, waiting at most `timeout`.
  std::optional<ControlInput> poll(std::chrono::milliseconds timeout);
  /// Owner thread, never blocks: what was queued is still sent, then the connection ends. No more inputs.
  void close();
  /// Any thread: closed or ended, and both threads are done.
  bool finished() const;

 private:
  struct Link;
  void start_threads();

  std::unique_ptr<Link> link_;
  std::unique_ptr<RealtimeThread> send_thread_, receive_thread_;
};

}  // namespace jitterscope
