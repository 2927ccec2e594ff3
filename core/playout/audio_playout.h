#pragma once
// Plays received audio blocks as one continuous 8 kHz stream with a fixed delay (the I-policy: late sound is played,
// not thrown away; claypool98 §4, sun97 §3). Sans-IO: blocks and time in, samples and AudioBlockDone out.
// The delay is what the quickest recent block waits. A late block plays as soon as it comes and all that follows moves
// back with it, up to `max_extra_delay`; beyond that its beginning is cut. Once in `recover_after` the timeline moves
// back to the delay: by a skip when every block waited longer (after a spike; the sender's clock is faster), by a pause
// when none waited as long (its clock is slower).
#include <cstdint>
#include <limits>
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
  Timestamp received;  // local
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

  /// Takes a block (copies its samples). False: not taken, because its turn is over, it is there already, or it is
  /// empty or longer than kMaxBlockSamples. A jump of sequence (1000) or timestamp (1 s) starts the timeline anew.
  bool put(const AudioBlock& block);
  /// Writes the samples due up to `now` that have not been written yet, as many as fit. Call until fewer than
  /// out.size() come. Silence where there is nothing, from the first call on.
  std::size_t render(Timestamp now, std::span<std::int16_t> out);
  /// What ended since the last take_done(); valid until the next put, render or restart. Call after each of them.
  std::span<const AudioBlockDone> take_done();
  /// The sender counts anew: ends what is queued (as kLost); the next block starts a new timeline.
  void restart(Timestamp now);
  void set_ssrc(std::uint32_t ssrc) { config_.ssrc = ssrc; }

  /// What the quickest recent block waited beyond the nominal delay.
  Duration extra_delay() const;

 private:
  // Positions and sizes are in samples; position 0 is the first sample of the output.
  struct Queued {
    std::int64_t sequence = -1;  // -1 = free
    std::int64_t rtp_timestamp = 0;
    std::int64_t start = 0;  // position of its first sample
    std::int64_t size = 0;
    bool late = false;
    bool begun = false;  // its turn has come and was reported
    Timestamp received;
  };
  /// From arrival to playout, of the blocks put since `begin`.
  struct Waits {
    std::int64_t begin = 0;
    std::int64_t longest = 0, shortest = std::numeric_limits<std::int64_t>::max();
    bool any() const { return shortest != std::numeric_limits<std::int64_t>::max(); }
  };
  static constexpr std::size_t kSlots = 256;
  static std::size_t slot_of(std::int64_t sequence) { return static_cast<std::size_t>(sequence) % kSlots; }

  std::int64_t position(Timestamp time);
  Timestamp time_at(std::int64_t position) const;
  bool leaps(const AudioBlock& block) const;
  void anchor(const AudioBlock& block, std::int64_t now);
  void enqueue(const AudioBlock& block, std::int64_t now);
  void move_back(std::int64_t samples, std::int64_t from);
  void adjust(std::int64_t now);
  void advance(std::int64_t samples, std::span<std::int16_t>& out);
  void begin(Queued& block);
  void remove(Queued& block);
  void lose(std::int64_t sequence, std::int64_t position);
  void report(const AudioBlockDone& block);
  void clear_taken();
  Queued* queued(std::int64_t sequence);
  Queued* next_queued();

  AudioPlayoutConfig config_;
  std::vector<Queued> queue_;          // by sequence modulo kSlots
  std::vector<std::int16_t> samples_;  // kMaxBlockSamples a slot
  std::size_t queued_ = 0;
  std::optional<Timestamp> origin_;  // time of position 0
  std::int64_t written_ = 0;         // samples rendered
  bool started_ = false;
  std::int64_t next_ = 0;    // the sequence whose turn comes next
  std::int64_t offset_ = 0;  // RTP timestamp − position
  Queued newest_;            // the block of the highest sequence
  Waits waits_;
  std::int64_t longest_before_ = 0;  // in the time before waits_
  std::vector<AudioBlockDone> done_;
  bool taken_ = false;
};

}  // namespace jitterscope
