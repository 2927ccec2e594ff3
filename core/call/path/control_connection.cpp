#include "core/call/path/control_connection.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t kQueueLines = 256;  // each way
constexpr auto kSendLimit = 30s;          // as the call machine's silence limit
constexpr auto kReceiveSlice = 200ms;
// For what is queued at close(), and for the remote to read it and close too: a socket closed before, to which more
// comes, would be reset, and what the remote has not got by then would be lost.
constexpr auto kClosingTime = 1s;

}  // namespace

/// What the owner and the two threads share. The connection is set once, before Connected is queued.
struct ControlConnection::Link {
  std::optional<HostPort> remote;  // to be called
  std::chrono::milliseconds connect_timeout{};
  std::optional<SocketAddress> own;  // to be called from
  std::optional<TcpConnection> connection;
  std::atomic<bool> cancelled = false;

  std::mutex mutex;
  std::condition_variable inputs_changed, outputs_changed, state_changed;
  std::deque<ControlInput> inputs;
  std::function<void()> ring;  // the owner's bell
  std::deque<std::string> outputs;
  bool connected = false;
  bool held_back = false;
  bool closing = false;
  Clock::time_point closing_since;
  bool ended = false;  // no more goes in or out
  int running = 2;
  LineLimits limits = kCallLines;
  LineBudget budget;  // command-receive

  /// The first reason counts. Any of the three threads, without the mutex.
  void end(std::string reason, bool said_too_much = false) {
    const std::lock_guard lock(mutex);
    if (ended) return;
    ended = true;
    if (connection) connection->shutdown();
    if (!closing) add_input(control_input::Disconnected{std::move(reason), said_too_much});
    notify_all();
  }
  /// As end(), after command-receive had time to fetch what the remote said last.
  void end_late(std::string reason) {
    {
      std::unique_lock lock(mutex);
      state_changed.wait_for(lock, kReceiveSlice, [&] { return ended || closing; });
    }
    end(std::move(reason));
  }
  /// With the mutex.
  template <typename Input>
  void add_input(Input input) {
    inputs.emplace_back(std::in_place_type<Input>, std::move(input));
    inputs_changed.notify_all();
    if (ring) ring();
  }
  void notify_all() {
    inputs_changed.notify_all();
    outputs_changed.notify_all();
    state_changed.notify_all();
  }
  void announce_connected() {
    const std::lock_guard lock(mutex);
    connected = true;
    if (!closing) add_input(control_input::Connected{connection->local(), connection->peer()});
    notify_all();
  }

  void run_send();
  void run_receive();
  bool connect();
  bool queue_line(std::string text);
  bool pay_for(std::size_t bytes);
  void finished() {
    const std::lock_guard lock(mutex);
    --running;
    state_changed.notify_all();
  }
};

bool ControlConnection::Link::connect() {
  auto outcome = TcpConnection::connect(*remote, connect_timeout, &cancelled, own);
  if (!outcome.connection) {
    end(outcome.error);
    return false;
  }
  {
    const std::lock_guard lock(mutex);
    connection = std::move(outcome.connection);
  }
  announce_connected();
  return true;
}

void ControlConnection::Link::run_send() {
  if (remote && !connect()) return;
  for (;;) {
    std::string line;
    {
      std::unique_lock lock(mutex);
      outputs_changed.wait(lock, [&] { return ended || closing || !outputs.empty(); });
      if (ended) return;
      if (outputs.empty()) break;  // closing
      line = std::move(outputs.front());
      outputs.pop_front();
    }
    if (std::string error = connection->send_all(line, kSendLimit); !error.empty()) return end_late(std::move(error));
  }
  connection->finish_sending();
}

void ControlConnection::Link::run_receive() {
  {
    std::unique_lock lock(mutex);
    state_changed.wait(lock, [&] { return connected || ended; });
    if (!connected) return;
  }
  for (;;) {
    auto line = connection->receive_line(kReceiveSlice, kMaxLineBytes);
    {
      const std::lock_guard lock(mutex);
      if (ended || (closing && Clock::now() - closing_since >= kClosingTime)) return;
    }
    switch (line.status) {
      case TcpConnection::LineStatus::kTimeout: break;
      case TcpConnection::LineStatus::kLine:
        if (!pay_for(line.text.size()) || !queue_line(std::move(line.text))) return;
        break;
      default: return end(std::move(line.text), line.status == TcpConnection::LineStatus::kTooLong);
    }
  }
}

/// Waits until another line may be taken.
bool ControlConnection::Link::pay_for(std::size_t bytes) {
  std::unique_lock lock(mutex);
  const bool too_long = bytes > limits.longest;
  const Duration wait = budget.pay(bytes, monotonic_now(), limits);
  if (closing || (wait <= Duration() && !too_long)) return true;
  if (limits.closes || too_long) {
    lock.unlock();
    end("it said too much.", true);
    return false;
  }
  if (!std::exchange(held_back, true)) add_input(control_input::HeldBack{});
  state_changed.wait_for(lock, std::chrono::nanoseconds(wait.ns()), [&] { return ended || closing; });
  return !ended;
}

/// Waits while the owner is behind: then TCP holds the remote back.
bool ControlConnection::Link::queue_line(std::string text) {
  std::unique_lock lock(mutex);
  state_changed.wait(lock, [&] { return ended || closing || inputs.size() < kQueueLines; });
  if (ended) return false;
  if (!closing) add_input(control_input::Line{std::move(text)});
  return true;
}

ControlConnection::ControlConnection(HostPort remote, std::chrono::milliseconds timeout,
                                     const std::optional<SocketAddress>& own)
    : link_(std::make_unique<Link>()) {
  link_->own = own;
  link_->remote = std::move(remote);
  link_->connect_timeout = timeout;
  start_threads();
}

ControlConnection::ControlConnection(TcpConnection accepted, const LineLimits& limits)
    : link_(std::make_unique<Link>()) {
  link_->connection = std::move(accepted);
  link_->limits = limits;
  link_->announce_connected();
  start_threads();
}

void ControlConnection::start_threads() {
  Link* link = link_.get();
  send_thread_ = std::make_unique<RealtimeThread>(ThreadRole::kCommandSend, PrioritySetting{}, [link](std::stop_token) {
    link->run_send();
    link->finished();
  });
  receive_thread_ =
      std::make_unique<RealtimeThread>(ThreadRole::kCommandReceive, PrioritySetting{}, [link](std::stop_token) {
        link->run_receive();
        link->finished();
      });
}

ControlConnection::~ControlConnection() {
  close();
  {
    std::unique_lock lock(link_->mutex);
    link_->state_changed.wait_until(lock, link_->closing_since + kClosingTime, [&] { return link_->running == 0; });
  }
  link_->end("closed");
}

bool ControlConnection::send(std::string line) {
  {
    const std::lock_guard lock(link_->mutex);
    if (link_->ended || link_->closing) return false;
    if (link_->outputs.size() < kQueueLines) {
      link_->outputs.push_back(std::move(line));
      link_->outputs_changed.notify_all();
      return true;
    }
  }
  link_->end("the remote does not read what it is sent.");
  return false;
}

void ControlConnection::set_bell(std::function<void()> ring) {
  const std::lock_guard lock(link_->mutex);
  link_->ring = std::move(ring);
  if (link_->ring && !link_->inputs.empty()) link_->ring();
}

void ControlConnection::set_limits(const LineLimits& limits) {
  const std::lock_guard lock(link_->mutex);
  link_->limits = limits;
}

std::optional<ControlInput> ControlConnection::poll(std::chrono::milliseconds timeout) {
  std::unique_lock lock(link_->mutex);
  // A wait of no time sleeps, too: a timer's worth.
  if (timeout.count() > 0) link_->inputs_changed.wait_for(lock, timeout, [&] { return !link_->inputs.empty(); });
  if (link_->inputs.empty()) return std::nullopt;
  ControlInput input = std::move(link_->inputs.front());
  link_->inputs.pop_front();
  link_->state_changed.notify_all();
  return input;
}

bool ControlConnection::finished() const {
  const std::lock_guard lock(link_->mutex);
  return link_->running == 0;
}

void ControlConnection::close() {
  const std::lock_guard lock(link_->mutex);
  if (!std::exchange(link_->closing, true)) link_->closing_since = Clock::now();
  if (!link_->connected) link_->cancelled = true;
  link_->inputs.clear();
  link_->notify_all();
}

}  // namespace jitterscope
