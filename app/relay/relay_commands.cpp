// What the relay is told and what it says.
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/relay/relay.h"
#include "app/relay/relay_messages.h"
#include "core/base/realtime/clock.h"
#include "core/base/realtime/priority_class.h"

namespace jitterscope {
namespace {

using nlohmann::json;

constexpr Duration kReportPeriod = Duration::ms(100);
constexpr std::size_t kLongestCommand = 64 * 1024;
constexpr std::size_t kMostUnsent = 256 * 1024;  // nobody reads: reports are left out
constexpr int kMostBusyReports = 5;              // half a second without sleep: no longer in the real-time class

Duration processor_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return Duration::ns(time.tv_sec * 1'000'000'000LL + time.tv_nsec);
}

}  // namespace

void Relay::read_commands() {
  std::array<char, 4096> bytes{};
  const ssize_t size = read(input_, bytes.data(), bytes.size());
  if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR) || received_.size() > kLongestCommand) ended_ = true;
  if (size <= 0) return;
  received_.append(bytes.data(), static_cast<std::size_t>(size));
  for (auto end = received_.find('\n'); end != std::string::npos; end = received_.find('\n')) {
    const json command =
        json::parse(received_.begin(), received_.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    received_.erase(0, end + 1);
    say(carry_out(command));
  }
}

json Relay::carry_out(const json& message) {
  std::string error;
  json done;
  const auto command = read_command(message, error);
  if (!command) return {{"error", error}};
  if (const auto* link = std::get_if<LinkSettings>(&*command)) {
    const ShapedLink::Change change = link_.set(*link, monotonic_now(), error);
    if (change == ShapedLink::Change::kRefused) return {{"error", error}};
    if (change == ShapedLink::Change::kRenewed) drop_all();
    if (std::exchange(link_ended_, false)) link_.count_anew();
    done = link->to_string();
  } else if (const auto* route = std::get_if<RelayRoute>(&*command)) {
    if (!sockets_->set_route(*route)) return {{"error", RelaySockets::kTakesFromAll}};
    pictures_.set_targets(route->near_video, route->far_video);
    done = write_path(sockets_->path());
  } else if (const auto* background = std::get_if<BackgroundSetting>(&*command)) {
    link_.set_background(*background, monotonic_now());
    done = background->to_string();
  } else if (const auto* seed = std::get_if<LinkSeed>(&*command)) {
    link_.reseed(seed->value, monotonic_now());
    done = seed->value;
  } else if (const auto* control = std::get_if<ControlTarget>(&*command)) {
    const auto port = control_.listen(control->to, control->called_by_remote, error);
    if (!port) return {{"error", error}};
    done = *port;
  } else {
    end_link();
    done = true;
  }
  return {{"ok", done}};
}

void Relay::say(const json& line) {
  unsent_ += line.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
  write_some();
}

void Relay::write_some() {
  const ssize_t size = write(output_, unsent_.data(), unsent_.size());
  if (size > 0)
    unsent_.erase(0, static_cast<std::size_t>(size));
  else if (size < 0 && errno != EAGAIN && errno != EINTR)
    ended_ = true;  // whoever listened has gone
}

void Relay::report(Timestamp now) {
  keep_machine_alive();
  for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown}) {
    const LinkReport report = link_.counts(way).report(now);
    if (unsent_.size() < kMostUnsent) say({{"report", write_report(report)}});
  }
  if (const auto stood_still = standstill_.take_notice(now)) say({{"notice", *stood_still}});
  for (const std::string& trouble : control_.take_troubles()) say({{"notice", trouble}});
  for (const std::string& trouble : pictures_.take_troubles()) say({{"notice", trouble}});
  next_report_ += kReportPeriod;
  if (next_report_ < now) next_report_ = now + kReportPeriod;
}

void Relay::keep_machine_alive() {
  const Duration used = processor_time();
  const bool busy = used - processor_time_ > kReportPeriod * 9 / 10;
  processor_time_ = used;
  busy_reports_ = busy ? busy_reports_ + 1 : 0;
  if (busy)
    for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown}) link_.counts(way).overloaded();
  if (!realtime_ || busy_reports_ < kMostBusyReports) return;
  realtime_ = false;
  apply_priority({}, ThreadRole::kSession, 0);
  say({{"notice", "The relay left the real-time class: what it is sent takes a whole processor."}});
}

}  // namespace jitterscope
