#pragma once
// What two ends say to each other over the control connection: JSON-RPC 2.0, one object a line, as typed messages.
// Nothing here keeps state, throws, or allocates more than a small multiple of one line.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/algorithms/signalling/description.h"
#include "core/events/commands.h"
#include "core/events/kinds/peer_packet.h"
#include "core/events/kinds/peer_quality.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/sender_summary.h"
#include "core/events/kinds/sender_times.h"
#include "core/events/settings.h"

namespace jitterscope {

inline constexpr std::size_t kMaxLineBytes = 64 * 1024;  // longer lines close the connection
inline constexpr std::size_t kMostArrivals = 256;        // in one message
inline constexpr std::size_t kMostSenderTimes = 64;      // in one message
inline constexpr std::size_t kMaxTextBytes = 200;        // of any text of the remote that is kept or shown

namespace message {
/// Request.
struct Offer {
  static constexpr std::string_view method = "offer";
  std::int64_t id;
  Description description;
};
/// Result of an offer.
struct Answer {
  std::int64_t id;
  Description description;
};
struct Ringing {
  static constexpr std::string_view method = "ringing";
  std::string nonce = {};  // as the offer's; empty = no proof is asked for
};
/// The caller's, when it rings: it reads the same clock.
struct Proof {
  static constexpr std::string_view method = "proof";
  std::string proof;
};
/// Request: set this of your sending (parse_asked() says what may be asked for).
struct Change {
  static constexpr std::string_view method = "change";
  std::int64_t id;
  AnySetting setting;
};
/// My sending changed; origin as SettingChanged's.
struct Changed {
  static constexpr std::string_view method = "changed";
  std::string name, value, origin;
};
/// New shape of what its sender sends.
struct Media {
  static constexpr std::string_view method = "media";
  std::optional<AudioDescription> audio;
  std::optional<VideoDescription> video;
};
/// From now on send your media to these ports of the host I talk from (a relay's, or my own again); RTCP one above.
struct Path {
  static constexpr std::string_view method = "path";
  std::uint16_t audio_port = 0, video_port = 0;  // even, not 0
  bool operator==(const Path&) const = default;
};
/// Request.
struct KeepAlive {
  static constexpr std::string_view method = "keepalive";
  std::int64_t id;
};
/// What I measure of a medium that you send. `at` and the medium of the other two are not carried.
struct Summary {
  static constexpr std::string_view method = "summary";
  PeerSummary summary;
  std::optional<PeerQuality> quality = {};  // of the same medium
  std::optional<SenderSummary> sent = {};   // what I have sent of it
};
/// My side of what I sent; at most kMostSenderTimes. `at` is not carried; durations in whole µs.
struct Times {
  static constexpr std::string_view method = "times";
  std::vector<SenderTimes> times;
};
/// How the packets of one frame of yours came to me; at most kMostArrivals. `at` is not carried; offsets in whole µs.
struct Arrivals {
  static constexpr std::string_view method = "arrivals";
  std::vector<PeerPacket> packets;
};
struct HangUp {
  static constexpr std::string_view method = "hangup";
  std::string reason;
};
/// Result of a change or a keep-alive.
struct Done {
  std::int64_t id;
};
/// Error answer.
struct Failed {
  std::optional<std::int64_t> id;
  int code;
  std::string sentence;
};
}  // namespace message
using Message = std::variant<message::Offer, message::Answer, message::Ringing, message::Proof, message::Change,
                             message::Changed, message::Media, message::Path, message::KeepAlive, message::Summary,
                             message::Times, message::Arrivals, message::HangUp, message::Done, message::Failed>;

namespace error_code {
inline constexpr int kParse = -32700, kInvalidRequest = -32600, kUnknownMethod = -32601, kInvalidParameters = -32602;
inline constexpr int kDeclined = 1, kBusy = 2, kVersion = 3, kConsentDenied = 4, kNotInCall = 5;
}  // namespace error_code

/// What a line turned out to be: a message, or what is wrong with it. `reply` says whether the sender waits for an
/// answer (a request, or a line whose kind is unknown); send it message::Failed{id, code, sentence} then.
struct MessageReading {
  std::optional<Message> message;
  bool reply = false;
  message::Failed problem{};  // when there is no message
};

/// Reads one line (without its \n). Unknown keys are ignored; texts are cut to kMaxTextBytes and cleaned.
MessageReading read_message(std::string_view line);

/// One line with its \n.
std::string write_message(const Message&);

/// `text` without control characters, made valid UTF-8, at most kMaxTextBytes.
std::string clean_text(std::string_view text);

/// As clean_text, at most 40 characters; without spaces around it, thus empty where nothing would be seen.
std::string clean_name(std::string_view text);

/// What another end says, within a sentence of this program: in quotation marks, which it cannot end itself.
std::string in_quotes(std::string_view text);

}  // namespace jitterscope
