#pragma once
// What two ends say to each other over the control connection: JSON-RPC 2.0, one object a line, as typed messages. Each
// is one file of messages/: its members with their limits and what they say, from which it is read, written, and listed
// in the page on the wire format; `method` of a request (which has an id) or a notification, or what it `answers`; the
// capability that its reader `Needs`, if any; and kMostASecond of what a call takes at most of it. Nothing here keeps
// state, throws, or allocates more than a small multiple of one line.
#include <all_messages.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace jitterscope {

inline constexpr std::size_t kMaxLineBytes = 64 * 1024;  // longer lines close the connection

using Message = AllMessages<std::variant>;

namespace error_code {
inline constexpr int kParse = -32700, kInvalidRequest = -32600, kUnknownMethod = -32601, kInvalidParameters = -32602;
inline constexpr int kDeclined = 1, kBusy = 2, kOlder = 3, kConsentDenied = 4, kNotInCall = 5;
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

}  // namespace jitterscope
