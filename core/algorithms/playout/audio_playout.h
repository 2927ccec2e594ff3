#pragma once
// Plays received audio blocks as one continuous 8 kHz stream at the times a PlayoutPolicy gives. What is missing or
// late is concealed; when the delay changes, the sound before the change is stretched by concealment or cut. Sans-IO:
// blocks and time in, samples and AudioBlockDone out.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/algorithms/playout/audio_concealment.h"
#include "core/algorithms/playout/loss_budget.h"
#include "core/algorithms/playout/playout_change.h"
#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/playout_report.h"

namespace jitterscope {

struct AudioBlock {
  std::int64_t sequence = 0;       // extended
  std::int64_t rtp_timestamp = 0;  // extended, 1/8000 s
  bool marker = false;             // first block after silence (RFC 3551 §4.1)
  std::span<const std::int16_t> samples;
  Timestamp received;  // local
};

struct AudioPlayoutConfig {
  PlayoutSetting setting;
  Duration period = Duration::ms(32);  // of the blocks
  std::uint32_t ssrc = 0;              // written into the events
};

/// One stream. audio-receive thread; allocates only when made (about 0.6 MB). Each block ends in exactly one
/// AudioBlockDone: kPlayed; kLate: came after its time; kLost: had not come kLostAfter after its turn, or before the
/// end, reported when a later block has begun; kDropped: by the policy, cut away when the delay was shortened, or the
/// stream began anew. Holds 8 s of sound and 4096 blocks: a block beyond that begins the stream anew, without what
/// waits.
class AudioPlayout {
 public:
  static constexpr std::size_t kMaxBlockSamples = 2048;
  static constexpr Duration kLostAfter = Duration::seconds(1);
  static constexpr std::int64_t kMostLost = 1000;  // numbers at once
  explicit AudioPlayout(const AudioPlayoutConfig& config);

  /// Takes a block (copies its samples). False: it will not be heard, because it is late or dropped, or a duplicate, or
  /// empty or longer than kMaxBlockSamples. A jump of timestamp (1 s that did not pass) or of sequence (kMostLost)
  /// starts anew; the numbers in a jump of sequence are not reported as lost, for nobody knows whether they ever were.
  /// Neither are those of smaller jumps beyond 1000 numbers a second: no blocks are that short.
  bool put(const AudioBlock& block);
  /// A packet of this number came without sound (a telephone-event, comfort noise, no payload): it is no lost block.
  void skip(std::int64_t sequence);
  /// Writes the samples due up to `now` that have not been written yet, as many as fit. Call until fewer than
  /// out.size() come. Silence where there is nothing, from the first call on.
  std::size_t render(Timestamp now, std::span<std::int16_t> out);
  /// What ended since the last take_done(); valid until the next put, render, end or restart. Call after each of them.
  std::span<const AudioBlockDone> take_done();
  /// Nothing comes any more: what is missing is lost at once. What still waits is in flight, and no end of it is told.
  void end();
  /// The sender counts anew: ends what is queued; the next block starts a new timeline.
  void restart(Timestamp now);
  void set_ssrc(std::uint32_t ssrc) { config_.ssrc = ssrc; }

  /// Another policy from the next block on. Gives back the old one, to be deleted on another thread.
  std::unique_ptr<PlayoutPolicy> set_policy(PlayoutChange change, Timestamp now) {
    return policy_.set(std::move(change), held_, now);
  }
  void set_target(Duration delay) { policy_.set_target(delay); }
  /// To be added to the policy's delay (lip-sync), at least 0. Reached at the next talkspurt; before, by half a block
  /// with each silent block and by 10 ms a second in sound.
  void hold(Duration wanted) { wanted_hold_ = std::max(wanted, Duration{}); }
  Duration held() const { return held_; }
  /// Once after each change of policy, delay or hold; for the same policy at a talkspurt or once a second.
  std::optional<PlayoutDecided> take_decided() { return policy_.take_decided(); }
  /// State and counts since the stream began; resampling and lip-sync are the caller's.
  PlayoutReport report(Timestamp now) const;

 private:
  // Positions and sizes are in samples; position 0 is the first sample of the output.
  enum class State : std::uint8_t { kQueued, kMissing, kLate, kOver };
  struct Entry {
    std::int64_t sequence = -1;  // -1 = free
    State state = State::kOver;
    std::int64_t media = 0;  // RTP timestamp
    std::int64_t size = 0;
    std::int64_t start = 0;  // position of its first sample; kMissing: when its turn was
    Timestamp received;
  };
  static constexpr std::int64_t kSlots = 4096;
  static constexpr std::int64_t kRing = 65'536;

  std::int64_t position(Timestamp time);
  Timestamp time_at(std::int64_t position) const;
  Entry& slot(std::int64_t sequence) { return entries_[static_cast<std::size_t>(sequence % kSlots)]; }
  std::int16_t& ring(std::int64_t media) { return samples_[static_cast<std::size_t>(media & (kRing - 1))]; }
  Entry* find(std::int64_t sequence);
  void step_hold(const AudioBlock& block);
  bool place(const AudioBlock& block, std::optional<Timestamp> planned);
  void enqueue(const AudioBlock& block, std::int64_t start);
  void begin_stream(std::int64_t sequence);
  bool overflows(const AudioBlock& block);
  void make_room(std::int64_t sequence);
  std::int64_t take_turn();
  void begin(Entry& entry);
  void pass(std::int64_t sequence, std::int64_t turn);
  void resolve(std::int64_t before);
  void play(std::span<std::int16_t> out);
  void finish(Entry& entry, PlayoutOutcome outcome, Timestamp playout);
  void report_done(const AudioBlockDone& block);
  void clear_taken();

  AudioPlayoutConfig config_;
  PolicyInForce policy_;
  LossBudget losses_{Duration::ms(1)};  // the shortest block
  Duration wanted_hold_, held_;
  Timestamp last_hold_step_;

  std::vector<Entry> entries_;         // by sequence modulo kSlots
  std::vector<std::int16_t> samples_;  // by RTP timestamp modulo kRing
  std::optional<Timestamp> origin_;    // time of position 0
  std::int64_t written_ = 0;           // samples rendered
  bool started_ = false;               // a block has come
  bool begun_ = false;                 // the turn of one has come
  std::int64_t next_ = 0;              // the sequence whose turn comes next
  std::int64_t unresolved_ = 0;        // all before it have ended
  std::int64_t queued_ = 0;            // blocks
  std::int64_t newest_ = -1;           // the highest sequence
  std::int64_t earliest_ = 0;          // until begun_: where the stream may still begin
  Entry playing_;
  std::int64_t heard_until_ = 0, heard_media_ = 0;  // end of real sound: position, RTP timestamp
  AudioConcealment concealment_;

  std::int64_t concealed_ = 0, gaps_ = 0;
  bool in_gap_ = false;
  std::vector<AudioBlockDone> done_;
  bool taken_ = false;
};

}  // namespace jitterscope
