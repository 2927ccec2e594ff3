#include "core/events/names.h"

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, 2> kMediumNames{"audio", "video"};
constexpr std::array<std::string_view, 2> kDirectionNames{"sent", "received"};
constexpr std::array<std::string_view, 3> kEndNames{"local", "remote", "both"};
constexpr std::array<std::string_view, 2> kOldEndNames{"mine", "theirs"};  // said until traces of schema 5
constexpr std::array<std::string_view, kThreadRoles> kRoleNames{
    "audio-send",   "audio-receive",   "audio-device", "rtcp",
    "video-send",   "video-receive",   "video-encode", "video-decode",
    "command-send", "command-receive", "analysis",     "recorder",
    "ui",           "video-capture",   "session",      "watchdog"};
constexpr std::array<std::string_view, kRejectReasons> kRejectNames{
    "truncated",       "wrong version", "wrong SSRC", "wrong payload type",
    "bad JPEG header", "absurd offset", "too large",  "sequence jump"};
constexpr std::array<std::string_view, 4> kFrameNames{"complete", "incomplete", "missing", "patched"};
constexpr std::array<std::string_view, 4> kPlayoutNames{"played", "late", "lost", "dropped"};
constexpr std::array<std::string_view, 4> kClassEventNames{"granted", "refused", "lost", "demoted"};
constexpr std::array<std::string_view, 4> kPriorityWayNames{"none", "directly", "by rlimit", "by rtkit"};
constexpr std::array<std::string_view, 4> kTrendNames{"increasing", "decreasing", "steady", "ambiguous"};
constexpr std::array<std::string_view, 3> kOmitNames{"target rate", "break", "obsolete"};
constexpr std::array<std::string_view, 4> kLatencyEndNames{"hand-over", "painting", "loudspeaker", "assumed playout"};
constexpr std::array<std::string_view, 2> kLinkWayNames{"up", "down"};
constexpr std::array<std::string_view, kLinkDrops> kLinkDropNames{"queue full", "random loss", "16 collisions",
                                                                  "relay overloaded"};

template <typename Enum, std::size_t N>
std::optional<Enum> find(const std::array<std::string_view, N>& names, std::string_view word) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == word) return static_cast<Enum>(i);
  return std::nullopt;
}

template <typename Enum, std::size_t N>
std::string_view name(const std::array<std::string_view, N>& names, Enum value) {
  const auto i = static_cast<std::size_t>(value);
  return i < N ? names[i] : std::string_view("unknown");
}

}  // namespace

std::string_view to_string(Medium value) {
  return name(kMediumNames, value);
}
std::string_view to_string(Direction value) {
  return name(kDirectionNames, value);
}
std::string_view to_string(End value) {
  return name(kEndNames, value);
}
std::string_view to_string(ThreadRole value) {
  return name(kRoleNames, value);
}
std::string_view to_string(RejectReason value) {
  return name(kRejectNames, value);
}
std::string_view to_string(FrameOutcome value) {
  return name(kFrameNames, value);
}
std::string_view to_string(PlayoutOutcome value) {
  return name(kPlayoutNames, value);
}
std::string_view to_string(ClassEvent value) {
  return name(kClassEventNames, value);
}
std::string_view to_string(PriorityWay value) {
  return name(kPriorityWayNames, value);
}
std::string_view to_string(TrendPhase value) {
  return name(kTrendNames, value);
}
std::string_view to_string(OmitReason value) {
  return name(kOmitNames, value);
}
std::string_view to_string(LatencyEnd value) {
  return name(kLatencyEndNames, value);
}
std::string_view to_string(LinkWay value) {
  return name(kLinkWayNames, value);
}
std::string_view to_string(LinkDrop value) {
  return name(kLinkDropNames, value);
}
std::optional<Medium> parse_medium(std::string_view word) {
  return find<Medium>(kMediumNames, word);
}
std::optional<Direction> parse_direction(std::string_view word) {
  return find<Direction>(kDirectionNames, word);
}
std::optional<End> parse_end(std::string_view word) {
  const auto end = find<End>(kEndNames, word);
  return end ? end : find<End>(kOldEndNames, word);
}
std::optional<ThreadRole> parse_thread_role(std::string_view word) {
  return find<ThreadRole>(kRoleNames, word);
}
std::optional<LinkWay> parse_link_way(std::string_view word) {
  return find<LinkWay>(kLinkWayNames, word);
}
std::optional<TrendPhase> parse_trend_phase(std::string_view word) {
  return find<TrendPhase>(kTrendNames, word);
}

}  // namespace jitterscope
