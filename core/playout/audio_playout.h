#pragma once
// Plays received audio blocks as one continuous 8 kHz stream with a fixed delay (the I-policy: late sound is played,
// not thrown away; claypool98 §4, sun97 §3). Sans-IO: blocks and time in, samples and AudioBlockDone out.
// The delay is what the quickest recent block waits. A late block plays as soon as it comes and all that follows moves
// back with it, up to `max_extra_delay`; beyond that its beginning is cut. When for `recover_after` every block has waited
// longer than the delay (after a spike, or because the sender's clock is faster), the surplus is skipped.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/events/events.h"

namespace jitterscope {

struct AudioBlock {
  std::int64_t sequence = 0;       // extended
  std::int64_t rtp_timestamp = 0;  // extended, 1/8000 s
  bool marker = false;             // first block after silence (RFC 3551 §4.1)
  std::span<const std::int16_t> samples;
  Timestamp received;              // local
};

struct AudioPlayoutConfig {
  Duration delay = Duration::ms(60);
  Duration max_extra_delay = Duration::ms(250);
  Duration recover_after = Duration::seconds(2);
  std::uint32_t ssrc = 0;  // written into the events
};

/// One stream. audio-receive thread; allocates only when made (1 MB). Each block ends in exactly one AudioBlockDone:
/// kPlayed; kLate: came after its time, played as said above; kLost: a later block's turn came first.
class AudioPlayout {
 public:
  static constexpr std::size_t kMaxBlockSamples = 2048;
  explicit AudioPlayout(const AudioPlayoutConfig& config);

  /// Takes a block (copies its samples). False: not taken, because its turn is over, it is there already, or it is empty
  /// or longer than kMaxBlockSamples. A jump of sequence (1000) or timestamp (1 s) starts the timeline anew.
  bool put(const AudioBlock& block);
  /// Writes the samples due up to `now` that have not been written yet, as many as fit. Call until fewer than
  /// out.size() come. Silence where there is nothing, from the first call on.
  std::size_t render(Timestamp now, std::span<std::int16_t> out);
  /// What ended since the last call; valid until the next put or render. Call after each of them.
  std::span<const AudioBlockDone> take_done();

  /// Delay beyond the nominal one at present.
  Duration extra_delay() const;

 private:
  struct Queued {
    std::int64_t sequence = -1;  // -1 = free
    std::int64_t rtp_timestamp = 0;
    std::int64_t start = 0;      // output position of its first sample
    std::size_t size = 0;
    bool late = false;
    Timestamp received;
  };
  static constexpr std::size_t kSlots = 256;

  AudioPlayoutConfig config_;
  std::vector<Queued> queue_;           // by sequence modulo kSlots
  std::vector<std::int16_t> samples_;   // kMaxBlockSamples a slot
  std::vector<AudioBlockDone> done_;
};

}  // namespace jitterscope
