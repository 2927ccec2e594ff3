#include "core/base/realtime/rtkit.h"

#include <systemd/sd-bus.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/rttime_guard.h"

namespace jitterscope {
namespace {

constexpr const char *kService = "org.freedesktop.RealtimeKit1", *kPath = "/org/freedesktop/RealtimeKit1";
constexpr Duration kPatience = Duration::seconds(1), kPause = Duration::seconds(10);

using Message = std::unique_ptr<sd_bus_message, decltype(&sd_bus_message_unref)>;
Message owned(sd_bus_message* message) {
  return {message, sd_bus_message_unref};
}

struct Error : sd_bus_error {
  Error() : sd_bus_error(SD_BUS_ERROR_NULL) {}
  ~Error() { sd_bus_error_free(this); }
  Error(const Error&) = delete;
  Error& operator=(const Error&) = delete;
};

/// One conversation with the service, a second at most.
class Conversation {
 public:
  Conversation() { open_bus(); }
  ~Conversation() { sd_bus_close_unref(bus_); }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  /// nullopt when it cannot be had.
  template <typename Number>
  std::optional<Number> property(const char* name, char type) {
    sd_bus_message* call = nullptr;
    if (!bus_ ||
        sd_bus_message_new_method_call(bus_, &call, kService, kPath, "org.freedesktop.DBus.Properties", "Get") < 0)
      return std::nullopt;
    const Message request = owned(call);
    sd_bus_message_append(call, "ss", kService, name);
    Error error;
    const Message reply = answer(call, error);
    Number value{};
    const char contents[] = {type, 0};
    if (!reply || sd_bus_message_enter_container(reply.get(), 'v', contents) < 0 ||
        sd_bus_message_read_basic(reply.get(), type, &value) < 0)
      return std::nullopt;
    return value;
  }

  /// False: refused, or no answer.
  template <typename Level>
  bool make(const char* method, const char* types, pid_t tid, Level level) {
    sd_bus_message* call = nullptr;
    if (!bus_ || sd_bus_message_new_method_call(bus_, &call, kService, kPath, kService, method) < 0) return false;
    const Message request = owned(call);
    sd_bus_message_append(call, types, static_cast<std::uint64_t>(tid), level);
    Error error;
    return answer(call, error) != nullptr;
  }
  bool is_over() const { return left_us() == 0; }

 private:
  void open_bus() {
    if (sd_bus_open_system(&bus_) < 0) {
      bus_ = nullptr;
      return;
    }
    // sd_bus_call would wait for the bus's greeting much longer.
    while (sd_bus_is_ready(bus_) == 0) {
      const int done = sd_bus_process(bus_, nullptr);
      if (done < 0 || left_us() == 0) break;
      if (done == 0) sd_bus_wait(bus_, left_us());
    }
    if (sd_bus_is_ready(bus_) <= 0) bus_ = sd_bus_close_unref(bus_);
  }
  Message answer(sd_bus_message* call, Error& error) {
    sd_bus_message* reply = nullptr;
    if (sd_bus_call(bus_, call, std::max<std::uint64_t>(left_us(), 1), &error, &reply) < 0) return owned(nullptr);
    return owned(reply);
  }
  std::uint64_t left_us() const {
    return static_cast<std::uint64_t>(std::max<std::int64_t>((end_ - monotonic_now()).ns() / 1000, 0));
  }

  const Timestamp end_ = monotonic_now() + kPatience;
  sd_bus* bus_ = nullptr;
};

std::atomic<std::int64_t> failed_at_ns{-kPause.ns()};  // monotonic

std::optional<RtkitLimits> read_limits(Conversation& rtkit) {
  const auto level = rtkit.property<std::int32_t>("MaxRealtimePriority", 'i');
  const auto nice = level ? rtkit.property<std::int32_t>("MinNiceLevel", 'i') : std::nullopt;
  const auto time_us = nice ? rtkit.property<std::int64_t>("RTTimeUSecMax", 'x') : std::nullopt;
  if (!time_us) return std::nullopt;
  return RtkitLimits{*level, *nice, Duration::us(*time_us)};
}

/// A conversation that has begun with the limits; nothing when there is nobody to talk to.
std::optional<RtkitLimits> begin(std::unique_ptr<Conversation>& rtkit) {
  if (monotonic_now().ns() - failed_at_ns < kPause.ns()) return std::nullopt;
  rtkit = std::make_unique<Conversation>();
  const auto limits = read_limits(*rtkit);
  if (!limits) failed_at_ns = monotonic_now().ns();
  return limits;
}

/// The answer to a request for a class; one that never came stops further requests for a while.
bool end(const Conversation& rtkit, bool made) {
  if (!made && rtkit.is_over()) failed_at_ns = monotonic_now().ns();
  return made;
}

}  // namespace

std::optional<RtkitLimits> rtkit_limits() {
  std::unique_ptr<Conversation> rtkit;
  return begin(rtkit);
}

bool rtkit_make_realtime(pid_t tid, int level, bool highest) {
  std::unique_ptr<Conversation> rtkit;
  const auto limits = begin(rtkit);
  if (!limits) return false;
  guard_real_time(limits->realtime_time);
  const int got = std::clamp(level, 1, std::max(1, limits->realtime_level - (highest ? 0 : 1)));
  return end(*rtkit, rtkit->make("MakeThreadRealtime", "tu", tid, static_cast<std::uint32_t>(got)));
}

bool rtkit_make_nice(pid_t tid, int level) {
  std::unique_ptr<Conversation> rtkit;
  const auto limits = begin(rtkit);
  if (!limits) return false;
  const int got = std::max(level, limits->nice_level);
  return end(*rtkit, rtkit->make("MakeThreadHighPriority", "ti", tid, static_cast<std::int32_t>(got)));
}

}  // namespace jitterscope
