#include "core/events/names.h"

#include "core/base/units/enum_words.h"

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, 2> kMediumNames{"audio", "video"};
constexpr std::array<std::string_view, 2> kDirectionNames{"sent", "received"};
constexpr std::array<std::string_view, 3> kEndNames{"local", "remote", "both"};
constexpr std::array<std::string_view, 2> kOldEndNames{"mine", "theirs"};  // said until traces of schema 5
constexpr std::array<std::string_view, kRejectReasons> kRejectNames{
    "truncated",     "wrong version", "wrong SSRC",    "wrong payload type", "bad JPEG header",
    "absurd offset", "too large",     "sequence jump", "too often",          "bad seal"};
constexpr std::array<std::string_view, 4> kFrameNames{"complete", "incomplete", "missing", "patched"};
constexpr std::array<std::string_view, 4> kPlayoutNames{"played", "late", "lost", "dropped"};
constexpr std::array<std::string_view, 4> kClassEventNames{"granted", "refused", "lost", "demoted"};
constexpr std::array<std::string_view, 4> kTrendNames{"increasing", "decreasing", "steady", "ambiguous"};
constexpr std::array<std::string_view, 3> kOmitNames{"target rate", "break", "obsolete"};
constexpr std::array<std::string_view, 4> kLatencyEndNames{"hand-over", "painting", "loudspeaker", "assumed playout"};
constexpr std::array<std::string_view, 2> kLinkWayNames{"up", "down"};
constexpr std::array<std::string_view, kLinkDrops> kLinkDropNames{"queue full", "random loss", "16 collisions",
                                                                  "relay overloaded"};

}  // namespace

std::string_view to_string(Medium value) {
  return word_of_value(kMediumNames, value);
}
std::string_view to_string(Direction value) {
  return word_of_value(kDirectionNames, value);
}
std::string_view to_string(End value) {
  return word_of_value(kEndNames, value);
}
std::string_view to_string(RejectReason value) {
  return word_of_value(kRejectNames, value);
}
std::string_view to_string(FrameOutcome value) {
  return word_of_value(kFrameNames, value);
}
std::string_view to_string(PlayoutOutcome value) {
  return word_of_value(kPlayoutNames, value);
}
std::string_view to_string(ClassEvent value) {
  return word_of_value(kClassEventNames, value);
}
std::string_view to_string(TrendPhase value) {
  return word_of_value(kTrendNames, value);
}
std::string_view to_string(OmitReason value) {
  return word_of_value(kOmitNames, value);
}
std::string_view to_string(LatencyEnd value) {
  return word_of_value(kLatencyEndNames, value);
}
std::string_view to_string(LinkWay value) {
  return word_of_value(kLinkWayNames, value);
}
std::string_view to_string(LinkDrop value) {
  return word_of_value(kLinkDropNames, value);
}
std::optional<End> parse_end(std::string_view word) {
  const auto end = value_of_word<End>(kEndNames, word);
  return end ? end : value_of_word<End>(kOldEndNames, word);
}
std::optional<LinkWay> parse_link_way(std::string_view word) {
  return value_of_word<LinkWay>(kLinkWayNames, word);
}

}  // namespace jitterscope
