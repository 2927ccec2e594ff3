#pragma once
// What jitterscope_priority is asked, one message a thread: a form of its own and not the kernel's, so that nothing
// passes that the program itself would not use. Sans-IO, no allocation.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "core/base/realtime/kernel_priority.h"
#include "core/base/scheduling/class_limits.h"

namespace jitterscope {

struct ClassRequest {
  static constexpr std::size_t kSize = 40;
  using Bytes = std::array<std::byte, kSize>;

  pid_t tid = 0;
  kernel::Attributes attributes;

  /// "JSC1", thread, policy, nice, level, 0 (32 bits each), runtime, period (64 bits, ns); the machine's own byte
  /// order. SCHED_DEADLINE: its deadline is its period.
  Bytes bytes() const;
  /// nullopt: not this form, or a class beyond class_limits.h.
  static std::optional<ClassRequest> parse(std::span<const std::byte> message);

 private:
  static constexpr std::uint32_t kMark = 0x3143534a;
  struct Form {
    std::uint32_t mark = kMark;
    std::int32_t tid = 0;
    std::uint32_t policy = 0;
    std::int32_t nice = 0;
    std::uint32_t level = 0, zero = 0;
    std::uint64_t runtime = 0, period = 0;
  };
  static_assert(sizeof(Form) == kSize);
  static bool within_limits(const Form&);
};

inline ClassRequest::Bytes ClassRequest::bytes() const {
  const bool reserves = attributes.policy == kernel::kSchedDeadline;
  const Form form{kMark,
                  tid,
                  attributes.policy,
                  attributes.nice,
                  attributes.priority,
                  0,
                  attributes.runtime,
                  reserves ? attributes.period : 0};
  Bytes bytes;
  std::memcpy(bytes.data(), &form, kSize);
  return bytes;
}

inline std::optional<ClassRequest> ClassRequest::parse(std::span<const std::byte> message) {
  Form form;
  if (message.size() != kSize) return std::nullopt;
  std::memcpy(&form, message.data(), kSize);
  if (form.mark != kMark || form.tid <= 0 || form.zero != 0 || !within_limits(form)) return std::nullopt;
  ClassRequest request{form.tid, {}};  // with the flag that Attributes begins with: reset on fork
  request.attributes.policy = form.policy;
  request.attributes.nice = form.nice;
  request.attributes.priority = form.level;
  request.attributes.runtime = form.runtime;
  request.attributes.deadline = request.attributes.period = form.period;
  return request;
}

inline bool ClassRequest::within_limits(const Form& form) {
  using namespace class_limits;
  const auto ns = [](Duration length) { return static_cast<std::uint64_t>(length.ns()); };
  const bool no_times = form.runtime == 0 && form.period == 0;
  switch (form.policy) {
    case SCHED_OTHER: {
      const bool slice = form.nice == 0 && form.runtime >= ns(kShortestRuntime) && form.runtime <= ns(kLongestSlice);
      return form.level == 0 && form.period == 0 && form.nice >= kLowestNice && form.nice <= kHighestNice &&
             (form.runtime == 0 || slice);
    }
    case SCHED_FIFO:
    case SCHED_RR:
      return form.nice == 0 && no_times &&
             ((form.level >= 1 && form.level <= kHighestLevel) || form.level == kWatchdogLevel);
    case kernel::kSchedDeadline:
      return form.nice == 0 && form.level == 0 && form.period >= ns(kShortestPeriod) &&
             form.period <= ns(kLongestPeriod) && form.runtime >= ns(kShortestRuntime) &&
             static_cast<double>(form.runtime) <= static_cast<double>(form.period) * kLargestReservation;
    default: return false;
  }
}

}  // namespace jitterscope
