#include "app/doctor/checks.h"

#include <linux/capability.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "app/provenance/system_facts.h"
#include "core/base/net/network_namespace.h"
#include "core/base/realtime/class_right.h"
#include "core/base/realtime/priority_class.h"
#include "core/base/realtime/rtkit.h"

namespace jitterscope::doctor {
namespace {

using Kind = PrioritySetting::Kind;
constexpr int kSoundNice = -19, kSoundLevel = 20;  // what the audio-send thread asks for

/// At most what such a limit can mean.
std::int64_t soft_limit(__rlimit_resource resource, rlim_t most) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) return 0;
  return static_cast<std::int64_t>(std::min(limit.rlim_cur, most));
}

/// On a thread of its own, so that no other keeps the class.
PriorityResult try_class(const PrioritySetting& setting) {
  PriorityResult result;
  std::jthread([&] { result = apply_priority(setting, ThreadRole::kAudioSend, 0); }).join();
  return result;
}

std::string way_words(Kind kind, PriorityWay way) {
  if (way == PriorityWay::kRlimit) return kind == Kind::kNice ? "rlimit NICE" : "rlimit RTPRIO";
  if (way == PriorityWay::kRtkit) return "rtkit";
  if (kind == Kind::kDefault || kind == Kind::kSlice) return "everybody";
  if (!has_sys_nice()) return "jitterscope_priority";
  return geteuid() == 0 ? "root" : "CAP_SYS_NICE";
}

bool is_rt(Kind kind) {
  return kind == Kind::kRealtime || kind == Kind::kRoundRobin;
}

Check check_class(const std::string& id, const std::string& name, const PrioritySetting& setting) {
  const PriorityResult result = try_class(setting);
  Check check{"class." + id, name, {}, result.granted ? Verdict::kGood : Verdict::kMissing, ""};
  const bool read = result.granted && result.effective;
  check.figures = {{"granted", result.granted, ""},
                   {"by", result.granted ? Value(way_words(setting.kind, result.way)) : Value(), ""},
                   {"effective", read ? Value(result.effective->to_string()) : Value(), ""}};
  if (is_rt(setting.kind)) check.figures.push_back({"rlimit_rtprio", soft_limit(RLIMIT_RTPRIO, 99), ""});
  if (setting.kind == Kind::kNice) check.figures.push_back({"rlimit_nice", 20 - soft_limit(RLIMIT_NICE, 40), ""});
  if (result.granted) return check;
  const bool says_itself = has_granted_right() || setting.kind == Kind::kSlice;
  check.remedy = says_itself ? result.reason : class_remedy(setting.kind);
  return check;
}

}  // namespace

std::string class_remedy(Kind kind) {
  if (kind == Kind::kDefault) return kStartedNice;
  const std::string setcap = "Run `sudo setcap cap_sys_nice+ep` on jitterscope_priority, beside the program";
  if (kind == Kind::kDeadline) return setcap + ": no limit and no service gives this class.";
  const std::string line = is_rt(kind) ? "@audio - rtprio 60" : "@audio - nice -19";
  return setcap + ", or put the line `" + line +
         "` into a file in /etc/security/limits.d, join the group audio and log in again (packaging/realtime/grant "
         "does either).";
}

std::vector<Check> check_classes() {
  return {check_class("default", "Default class", {Kind::kDefault}),
          check_class("nice", "Nice -19", {Kind::kNice, kSoundNice}),
          check_class("fifo", "Real-time SCHED_FIFO", {Kind::kRealtime, kSoundLevel}),
          check_class("rr", "Real-time SCHED_RR", {Kind::kRoundRobin, kSoundLevel}),
          check_class("deadline", "SCHED_DEADLINE", {Kind::kDeadline}),
          check_class("slice", "Custom slice", {Kind::kSlice})};
}

Check check_link_rights() {
  std::string error;
  const bool root = geteuid() == 0, ip = command_exists("ip"), tc = command_exists("tc");
  const bool namespaces = NetworkNamespace::create(error).has_value();
  Check check{"links.rights", "Rights for kernel links", {}};
  check.figures = {{"root", root, ""},
                   {"net_admin", has_capability(CAP_NET_ADMIN), ""},
                   {"ip", ip, ""},
                   {"tc", tc, ""},
                   {"network_namespaces", namespaces, ""}};
  if (namespaces && ip && tc) return check;
  check.verdict = Verdict::kMissing;
  if (!ip || !tc) check.remedy = "Install the package iproute2 (commands `ip` and `tc`). ";
  if (!namespaces && !root) check.remedy += "Start as root for path=kernel. ";
  if (!namespaces && root) check.remedy += "This root may not make network namespaces (a container?): start outside. ";
  check.remedy += "The emulated link (--link without path=kernel) needs no rights.";
  return check;
}

Check check_rtkit() {
  const auto limits = rtkit_limits();
  Check check{"rights.rtkit", "RealtimeKit", {}, limits ? Verdict::kGood : Verdict::kMissing, ""};
  const auto figure = [&](auto read) { return limits ? Value(read(*limits)) : Value(); };
  check.figures = {{"highest_level", figure([](const RtkitLimits& l) { return std::int64_t{l.realtime_level}; }), ""},
                   {"lowest_nice", figure([](const RtkitLimits& l) { return std::int64_t{l.nice_level}; }), ""},
                   {"longest_run", figure([](const RtkitLimits& l) { return l.realtime_time.ns() / 1000; }), "us"}};
  if (!limits)
    check.remedy =
        "No such service answers on the system bus: `sudo apt-get install rtkit` lets a desktop's user have real-time "
        "classes without further rights.";
  return check;
}

}  // namespace jitterscope::doctor
