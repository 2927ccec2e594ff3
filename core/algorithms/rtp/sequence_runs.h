#pragma once
// The numbering of one stream's packets: 16-bit sequence numbers extended, copies told, and where the sender began anew
// with other numbers, a new run of them (beyond RFC 3550 A.1, which goes by numbers alone).
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/units/time.h"

namespace jitterscope::rtp {

/// The rules look at these fields of a packet.
struct RunPacket {
  std::uint16_t sequence = 0;
  std::uint32_t timestamp = 0;
  Timestamp at;  // when it arrived
  /// Its send time says that it was long under way (of our own senders, who begin anew with another SSRC): one behind
  /// is then no jump, and is no copy where it is further behind than copies are known.
  bool of_the_past = false;
  /// Its sender begins anew with another SSRC only (one of our own): one successor is then enough to believe a jump.
  bool of_one_run = false;
};

/// This is where a packet stands. Numbers and timestamps of a run have nothing to do with those of another.
struct RunPlace {
  std::int32_t run = 0;
  std::int64_t sequence = 0, timestamp = 0;  // extended; the first of a run are as on the wire
  bool duplicate = false;                    // a packet of this number and timestamp came before
};

/// A sender has sent so many packets until then, as its RTCP report says.
struct SenderCountAt {
  Timestamp at;
  std::int64_t packets = 0;
};

/// Numbers the packets of one SSRC, which are given in the order of their arrival. H, t and τ are the highest number of
/// the run, its time and its timestamp; r packets a second and q timestamp units a packet are means over the last 64
/// steps of the timestamp; near is H + int16(s − H).
/// 1. A packet whose near lies in H+1 … H+16 belongs to the run, even where timestamps jump.
/// 2. It belongs to the run if near is below H by at most 512 numbers or a second, or above it by at most 512 numbers
///    or what was due until a second from now, and the timestamp agrees, within a second, with the time that passed or
///    with the number (beyond 3000 numbers: within a tenth of a second, with the number; for a lower number: with that,
///    or with those beside it). If that number has come, it is a copy when it has the same timestamp and the first one
///    is at most 2 s old; else rule 4 holds.
/// 3. After a second of silence, where the timestamp agrees with the time, its number is the one congruent to s that is
///    nearest to H + Δτ/q (H + r·Δt where q varies), or to what the sender's reports count, where some came before and
///    after; if that is what was foretold, give or take a loss.
/// 4. Else it is held. Three different numbers that follow each other begin a new run. If the run goes on in between,
///    the held ones are another source's with this SSRC, or strays; if it goes on after the new one began, that was
///    another source, and the run is resumed.
/// Memory is allocated only where the object is made. It is not thread-safe.
class SequenceRuns {
 public:
  enum class Verdict : std::uint8_t {
    kPlaced,   // in the run
    kEarlier,  // in the run before, which ended
    kHeld,     // waits for its successors
    kBegins,   // a new run, of which the held packets are the first
    kResumes,  // the run before, which goes on; the one that had begun was another source's
    kOther     // of another source with this SSRC
  };
  struct Answer {
    Verdict verdict{};
    RunPlace place = {};                  // of kPlaced, kEarlier, kBegins, kResumes
    std::span<const RunPlace> held = {};  // of kBegins, in the order of arrival; good until the next packet
    std::size_t given_up = 0;             // so many held before belong to no run; the eldest ones
  };

  /// The packets are those of another SSRC from now on.
  void restart();
  /// Gives what the sender counted over all of the stream, in order, where that is known before the packets are given.
  /// The span outlives them.
  void set_sender_counts(std::span<const SenderCountAt> counts) { counts_ = counts; }
  Answer add(const RunPacket&);
  /// Packets that went on with what another source had sent may begin a run again.
  void forget_others() { other_count_ = 0; }

 private:
  static constexpr std::size_t kSteps = 64;
  static constexpr std::int64_t kRemembered = 8192;  // numbers
  static constexpr std::size_t kMostHeld = 16;
  /// It sums up in-order packets without silence, a step from one timestamp to the next.
  struct Pace {
    struct Step {
      std::int64_t time_ns = 0;
      std::int32_t numbers = 0, units = 0;
    };
    std::array<Step, kSteps> steps{};
    std::size_t count = 0, next = 0;
    std::int64_t time_ns = 0, numbers = 0, units = 0;  // sums
    void add(const Step&);
    bool known() const;
    double packets_a_second() const { return static_cast<double>(numbers) * 1e9 / static_cast<double>(time_ns); }
    double units_a_second() const { return static_cast<double>(units) * 1e9 / static_cast<double>(time_ns); }
    std::optional<double> units_a_packet() const;  // absent: it varies
  };
  struct Head {
    std::int32_t run = 0;
    std::int64_t highest = 0, timestamp = 0;
    Timestamp at;
    Pace pace = {};
    Pace::Step since = {};  // the timestamp changed last
  };
  struct Seen {
    std::int64_t number = INT64_MIN;
    std::uint32_t timestamp = 0;
    Timestamp at;
  };
  struct Numbering {
    Head head = {};
    std::vector<Seen> seen = std::vector<Seen>(kRemembered);  // by number modulo kRemembered
    const Seen& place(std::int64_t number) const { return seen[static_cast<std::size_t>(number & (kRemembered - 1))]; }
    Seen& place(std::int64_t number) { return seen[static_cast<std::size_t>(number & (kRemembered - 1))]; }
  };
  struct Step {
    std::int64_t numbers = 0, units = 0;
    Duration time;
  };
  static bool agrees(const Head&, const Step&);
  static bool is_due(const Head&, const Step&);
  static bool lies_between(const Numbering&, std::int64_t number, std::uint32_t timestamp);
  bool follows_held(const RunPacket&) const;
  bool is_enough(const RunPacket&) const;
  std::optional<std::int64_t> after_silence(const Head&, const RunPacket&, const Step&) const;
  std::optional<std::int64_t> number_of(const Head&, const RunPacket&, const Numbering* known) const;
  std::optional<RunPlace> fit(Numbering&, const RunPacket&) const;
  static void take(Head&, std::int64_t number, const RunPacket&);
  void begin(const RunPacket& first);
  Answer begin_of_held(const RunPacket&);
  bool is_other(const RunPacket&);

  Numbering now_, before_;
  bool started_ = false, has_before_ = false;
  int returned_ = 0;       // packets beyond the end of the run before, since the present one began
  std::int32_t runs_ = 0;  // begun
  std::array<Head, 4> others_{};
  std::size_t other_count_ = 0;
  std::array<RunPacket, kMostHeld> held_{};
  std::array<RunPlace, kMostHeld> held_places_{};
  std::size_t held_count_ = 0;
  std::span<const SenderCountAt> counts_;
};

}  // namespace jitterscope::rtp
