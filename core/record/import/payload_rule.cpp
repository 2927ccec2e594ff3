#include "core/record/import/payload_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/base/units/number_words.h"
#include "core/events/words.h"

namespace jitterscope {
namespace {

// Encoding names of RTP's registry of media types, as rtpmap has them.
constexpr std::string_view kAudioNames =
    " "
    "ac3 amr amr-wb amr-wb+ atrac3 bv16 bv32 clearmode cn dat12 dv dvi4 eac3 evrc evrc0 evrcb evrcwb evs "
    "g711-0 g719 g722 g7221 g723 g726-16 g726-24 g726-32 g726-40 g728 g729 g7291 g729d g729e gsm gsm-efr "
    "gsm-hr-08 ilbc isac l16 l20 l24 l8 lpc mp4a-latm mpa opus pcma pcma-wb pcmu pcmu-wb qcelp silk speex "
    "telephone-event vmr-wb vorbis mpa-robust ";
constexpr std::string_view kVideoNames =
    " "
    "av1 bmpeg bt656 celb h261 h263 h263-1998 h263-2000 h264 h264-svc h265 h266 jpeg jpeg2000 mp1s mp2p mp2t "
    "mp4v-es mpv nv raw theora vc1 vc2 vp8 vp9 ";

/// Among names that have a blank before and after each.
bool holds(std::string_view names, std::string_view name) {
  return name.find(' ') == std::string_view::npos && names.find(fmt::format(" {} ", name)) != std::string_view::npos;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::optional<Medium> medium_of_encoding(std::string_view lower) {
  if (holds(kAudioNames, lower)) return Medium::kAudio;
  if (holds(kVideoNames, lower)) return Medium::kVideo;
  return std::nullopt;
}

}  // namespace

std::optional<PayloadRule> parse_payload_rule(std::string_view text, std::string& error) {
  const auto equals = text.find('='), slash = text.find('/', equals == std::string_view::npos ? 0 : equals);
  if (equals == std::string_view::npos || slash == std::string_view::npos) {
    error = fmt::format("\"{}\" is not TYPE=MEDIUM/CLOCK, as 118=AMR/8000 or 97=video/90000.", text);
    return std::nullopt;
  }
  const std::string_view medium = text.substr(equals + 1, slash - equals - 1), clock = text.substr(slash + 1);
  const auto type = whole_number<int>(text.substr(0, equals));
  const auto hz = whole_number<std::uint32_t>(clock.substr(0, clock.find('/')));  // a number of channels may follow
  const std::string word = lower_case(medium);
  const auto bare = value_of_word<Medium>(word), known = bare ? bare : medium_of_encoding(word);
  if (!type || *type < 0 || *type > 127)
    error = fmt::format("\"{}\": a payload type is a number from 0 to 127.", text);
  else if (!hz || *hz == 0 || *hz > 10'000'000)
    error = fmt::format("\"{}\": the clock is a number of Hz, as 8000.", text);
  else if (!known)
    error = fmt::format("\"{}\": {} is no encoding that is known here; say audio or video in its place.", text, medium);
  else
    return PayloadRule{static_cast<std::uint8_t>(*type), *known, static_cast<double>(*hz),
                       bare ? "" : std::string(medium)};
  return std::nullopt;
}

}  // namespace jitterscope
