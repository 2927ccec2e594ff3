#pragma once
// The words of the vocabularies of names.h, as JSON, traces and the command line have them.
#include <array>
#include <optional>
#include <string_view>

#include "core/base/units/enum_words.h"
#include "core/events/names.h"

namespace jitterscope {

template <>
inline constexpr std::array<std::string_view, 2> kWordsOf<Medium>{"audio", "video"};
template <>
inline constexpr std::array<std::string_view, 2> kWordsOf<Direction>{"sent", "received"};
template <>
inline constexpr std::array<std::string_view, 3> kWordsOf<End>{"local", "remote", "both"};
template <>
inline constexpr std::array<std::string_view, kRejectReasons> kWordsOf<RejectReason>{
    "truncated",     "wrong version", "wrong SSRC",    "wrong payload type", "bad JPEG header",
    "absurd offset", "too large",     "sequence jump", "too often",          "bad seal"};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<FrameOutcome>{"complete", "incomplete", "missing", "patched"};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<PlayoutOutcome>{"played", "late", "lost", "dropped"};
template <>
inline constexpr std::array<std::string_view, 2> kWordsOf<LinkWay>{"up", "down"};
template <>
inline constexpr std::array<std::string_view, kLinkDrops> kWordsOf<LinkDrop>{
    "queue full", "random loss", "16 collisions", "link full or stopped", "queued at the end"};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<ClassEvent>{"granted", "refused", "lost", "demoted"};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<TrendPhase>{"increasing", "decreasing", "steady",
                                                                      "ambiguous"};
template <>
inline constexpr std::array<std::string_view, 3> kWordsOf<OmitReason>{"target rate", "break", "obsolete"};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<LatencyEnd>{"hand-over", "painting", "loudspeaker",
                                                                      "assumed playout"};

/// It also takes the former words "mine" and "theirs", which scripts may say.
std::optional<End> parse_end(std::string_view);

}  // namespace jitterscope
