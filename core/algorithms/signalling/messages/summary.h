#pragma once
#include "core/algorithms/signalling/told_events.h"
#include "core/events/kinds/peer_quality.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/sender_summary.h"

namespace jitterscope::message {

struct Summary {
  static constexpr int kMostASecond = 40;
  static constexpr std::string_view method = "summary";
  static constexpr std::string_view says =
      "What I measure of a medium that you send, and what I have sent of it since my stream began; once more before "
      "`hangup`.";
  PeerSummary summary = {};
  std::optional<PeerQuality> quality = {};  // of the same medium
  std::optional<SenderSummary> sent = {};   // of the same medium

  void stamp(Timestamp now) {
    summary.at = now;
    if (quality) quality->at = now;
    if (sent) sent->at = now;
  }
  template <typename Io>
  void carry(Io& io) {
    told::carry_columns(io, summary);
    const auto carry_part = [&io](std::string_view key, std::string_view where, auto& of_it, const auto& begun) {
      if (!io.carries(key, of_it.has_value())) return;
      if (!of_it) of_it = begun;
      io.part(key, where, [&](Io& part) { told::carry_columns(part, *of_it, 1); });
    };
    carry_part("quality", "quality: ", quality, PeerQuality{summary.medium, {}, {}, {}, {}});
    carry_part("sent", "sent: ", sent, SenderSummary{summary.medium, 0, 0, 0, 0, {}});
  }
};

}  // namespace jitterscope::message
