#include "core/call/steps/refusal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/events/kinds/notice.h"
#include "core/events/words.h"

namespace jitterscope {
namespace {

Notice many_refused(const PacketArrived& event, RejectReason reason) {
  std::array<char, 160> text{};
  const auto end = fmt::format_to_n(text.data(), text.size(),
                                    "Packets of the {} cannot be read here ({}): they have come, and count as refused "
                                    "in Figures.",
                                    event.medium == Medium::kAudio ? "sound" : "picture", to_string(reason));
  const bool other_type = reason == RejectReason::kWrongPayloadType;  // as comfort noise is
  return {static_cast<std::uint8_t>(other_type ? 0 : 1),
          ShortText<160>(std::string_view(text.data(), std::min(end.size, text.size()))), event.received};
}

}  // namespace

void Refusals::tell(const RemoteEvents& events, const PacketArrived& event, RejectReason reason) {
  tell_untimed(events, event);
  if (event.duplicate) return;
  events.push(PacketRejected{event.medium, reason, event.received, event.size, {}});
  if (count_ < kMany && ++count_ == kMany) events.push(many_refused(event, reason));
}

}  // namespace jitterscope
