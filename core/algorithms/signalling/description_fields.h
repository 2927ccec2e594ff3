#pragma once
// How a description goes over the wire: the members of offers, answers and changes of streams, in all directions
// (json_fields.h).
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/signalling/clean_text.h"
#include "core/algorithms/signalling/description.h"
#include "core/algorithms/signalling/participant_identity.h"
#include "core/events/columns.h"

namespace jitterscope::told {

inline constexpr std::size_t kMostStreams = 64, kMostCapabilities = 64;
// Sums with local times fit 64 bits and are times that a trace holds (core/record/trace/row_codec.h): 1933 to 2096.
inline constexpr std::int64_t kMinClockOffset = -(std::int64_t{1} << 60), kMaxClockOffset = 4'000'000'000'000'000'000;
inline constexpr std::int64_t kMostSsrc = std::numeric_limits<std::uint32_t>::max();
inline constexpr int kMaxPixels = 2040;  // a side, RFC 2435 §3.1.5
inline constexpr int kMaxBlockBytes = 16 * 1024;
inline constexpr int kPcmuClock_Hz = 8000, kJpegClock_Hz = 90'000;
inline constexpr std::string_view kPcmu = "PCMU", kJpeg = "JPEG";
/// Written for programs of protocol version 3 and before, which compare it and say so; nobody reads it any more.
inline constexpr int kVersionForOlder = 4;

template <typename Io>
void text_if_any(Io& io, std::string_view key, std::string& text, std::string_view says) {
  if (io.carries(key, !text.empty())) io.text(key, text, says);
}

/// The port is even, or 0 for a medium that is not in use.
template <typename Io>
void media_port(Io& io, std::string_view key, std::uint16_t& port, bool in_use, std::string_view says) {
  io.whole(key, port, 0, 65534, says);
  if constexpr (Io::kReads)
    if (port % 2 != 0 || (in_use && port == 0)) io.fail("\"" + std::string(key) + "\" must be even and not 0");
}

/// What every stream has, whatever it carries.
template <typename Io, typename Stream>
void carry_common(Io& io, Stream& stream, int clock_Hz) {
  io.whole("payload_type", stream.payload_type, 0, 127, "of its RTP packets: 0 for PCMU, 26 for JPEG");
  io.whole("clock_rate", clock_Hz, clock_Hz, clock_Hz, "of its RTP timestamps: 8000 for PCMU, 90 000 for JPEG");
  io.flag("send", stream.send, "whether this end sends it");
  io.flag("receive", stream.receive, "whether this end wants the other's stream of that medium");
  io.whole("ssrc", stream.ssrc, 0, kMostSsrc, "of what this end sends");
  media_port(io, "port", stream.port, stream.send || stream.receive,
             "where this end receives RTP of that medium: even; 0 only where neither is true");
}

template <typename Io>
void carry(Io& io, AudioDescription& audio) {
  carry_common(io, audio, kPcmuClock_Hz);
  double period_ms = audio.block_bytes * 1e3 / kPcmuClock_Hz;
  io.number("period_ms", period_ms, 1e3 / kPcmuClock_Hz, kMaxBlockBytes * 1e3 / kPcmuClock_Hz,
            "of sound in each packet");
  audio.block_bytes = static_cast<int>(std::lround(period_ms * kPcmuClock_Hz / 1e3));
  if (!io.carries("trend", true)) return void(audio.trend = {});
  std::string words = audio.trend.to_string(), ignored;  // the error repeats the word, which may be long
  io.text("trend", words,
          "of sound: the thresholds by which the other end is to judge the delays of what this one sends, as "
          "`low=0.3,epsilon=1ms` of `--rate-control`; empty: latecki04's");
  if constexpr (Io::kReads) {
    const auto read = TrendSetting::parse(words, ignored);
    if (!read) io.fail("trend is not a set of thresholds");
    audio.trend = read.value_or(TrendSetting{});
  }
}

template <typename Io>
void carry(Io& io, VideoDescription& video) {
  carry_common(io, video, kJpegClock_Hz);
  const bool known = video.frames_per_second > 0;
  std::optional<double> period_ms = known ? std::optional(1e3 / video.frames_per_second) : std::nullopt;
  io.number("period_ms", period_ms, 1, trace::kLongestPeriodMs, "from picture to picture, nominal; absent: not known");
  video.frames_per_second = period_ms ? std::round(1e9 / *period_ms) / 1e6 : 0;  // 29.97 stays what it was
  io.word("subsampling", video.subsampling, {"4:2:0", "4:2:2"}, "of a picture");
  io.whole("width", video.width, 0, kMaxPixels, "of a picture");
  io.whole("height", video.height, 0, kMaxPixels, "of a picture");
  io.whole("block_bytes", video.block_bytes, 1, kMaxBlockBytes, "JPEG bytes in each packet of a picture, at most");
  io.word("loss_policy", video.loss_policy, {"discard-frame", "stripes"},
          "what this end does when a block of a picture is missing; for `stripes` the other sends restart intervals");
  if (io.carries("transport", true))
    io.word("transport", video.transport, {"udp", "tcp"}, "of the pictures that this end sends; absent: `udp`");
}

/// A list of streams. Those of other codecs, and the second one of a medium, are passed over.
template <typename Io>
void carry_streams(Io& io, std::optional<AudioDescription>& audio, std::optional<VideoDescription>& video) {
  constexpr std::string_view kKey = "streams";
  const auto carry_kind = [](Io& stream, Medium& medium, std::string& codec) {
    stream.word("medium", medium, {"audio", "video"}, "what it carries");
    stream.text("codec", codec, "`PCMU` or `JPEG`; streams of other codecs are passed over");
  };
  if constexpr (Io::kReads) {
    io.objects(kKey, kMostStreams, [&](Io& stream) {
      Medium medium = Medium::kAudio;
      std::string codec;
      carry_kind(stream, medium, codec);
      if (!stream.ok()) return;
      if (medium == Medium::kAudio && codec == kPcmu && !audio) carry(stream, audio.emplace());
      if (medium == Medium::kVideo && codec == kJpeg && !video) carry(stream, video.emplace());
    });
  } else {
    const auto append = [&](Medium medium, std::string codec, auto& description) {
      if (!description) return;
      io.append(kKey, [&](Io& stream) {
        carry_kind(stream, medium, codec);
        carry(stream, *description);
      });
    };
    append(Medium::kAudio, std::string(kPcmu), audio);
    append(Medium::kVideo, std::string(kJpeg), video);
  }
}

template <typename Io>
void carry_clock(Io& io, Description& description) {
  const bool has_clock = description.conference_offset || description.clock_is_kept;
  if (!io.carries("clock", has_clock)) return;
  io.part("clock", "", [&](Io& clock) {
    std::optional<std::int64_t> offset_ns;
    if (description.conference_offset) offset_ns = description.conference_offset->ns();
    clock.whole("conference_offset_ns", offset_ns, kMinClockOffset, kMaxClockOffset,
                "the conference clock less this end's monotonic clock. The master's counts: who keeps its clock; where "
                "both do or none, the caller");
    if (offset_ns) description.conference_offset = Duration::ns(*offset_ns);
    if (clock.carries("kept", description.clock_is_kept))
      clock.flag("kept", description.clock_is_kept, "true where this end is in a conference that goes by it");
  });
}

/// Of an end that does not say what it can only the name is read: it is of another protocol.
template <typename Io>
void carry(Io& io, Description& description) {
  if constexpr (!Io::kReads) {
    int version = kVersionForOlder;
    io.whole("version", version, kVersionForOlder, kVersionForOlder,
             "for programs of protocol version 3 and before, which compare it; it is not read any more");
  }
  io.text("name", description.name, "of the person or machine");
  if constexpr (Io::kReads) description.name = clean_name(description.name);
  if (!io.carries("can", description.can.has_value())) return description.can.reset();
  std::vector<std::string> words = description.can->words();
  if constexpr (Io::kReads) words.clear();
  io.texts(
      "can", words, kMostCapabilities,
      "what this end can do beyond what every end does (below). An end uses what both can, and tells its user what "
      "is left out; words that it does not know it passes over");
  if constexpr (Io::kReads) {
    description.can.emplace();
    for (const std::string& word : words) description.can->add(word);
  }
  text_if_any(
      io, "identity", description.identity,
      "of the participant, in its traces and those of others: 32 hexadecimal digits, small letters, random, new "
      "with each start of the program; in other words it is passed over");
  text_if_any(io, "records", description.records,
              "what this end keeps of the other from the first sample on: `sound`, `pictures`, `sound and pictures`; "
              "the other end says so to its user before it sends");
  if constexpr (Io::kReads) {  // in other words than these they say nothing
    if (!is_identity(description.identity)) description.identity.clear();
    if (std::ranges::find(kRecordings, description.records) == kRecordings.end()) description.records.clear();
  }
  text_if_any(io, "nonce", description.nonce, "only of an offer to an end of the same machine: 8 letters or digits");
  text_if_any(io, "proof", description.proof, "only of an answer");
  carry_clock(io, description);
  std::optional<AudioDescription> audio;
  std::optional<VideoDescription> video;
  if constexpr (!Io::kReads) audio = description.audio, video = description.video;
  carry_streams(io, audio, video);
  if constexpr (Io::kReads) {
    if (!audio || !video) io.fail("\"streams\" must have one of PCMU and one of JPEG, in use or not");
    description.audio = audio.value_or(AudioDescription{});
    description.video = video.value_or(VideoDescription{});
  }
  io.part("extensions", "", [&](Io& extensions) {
    extensions.whole("block", description.block_extension, 1, 14,
                     "id of `urn:jitterscope:block` in the header extension of what this end sends");
    extensions.whole("sent", description.sent_extension, 1, 14, "id of `urn:jitterscope:sent`; the two differ");
    if constexpr (Io::kReads)
      if (description.block_extension == description.sent_extension) extensions.fail("extension ids must differ");
  });
}

}  // namespace jitterscope::told
