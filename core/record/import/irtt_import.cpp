#include "core/record/import/irtt_import.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/record/import/irtt_round_trips.h"
#include "core/record/import/list_text.h"

namespace jitterscope {
namespace {

using Time = CompactOptional<std::int64_t>;
using Trips = std::vector<IrttRoundTrip>;

constexpr int kClientClock = 0, kServerClock = 1;

/// What became of a packet in one direction.
enum class Fate : std::uint8_t { kCame, kLost, kNotThere };
struct Passage {
  Fate fate = Fate::kNotThere;
  Time sent = {}, received = {};
};

/// The stream of one direction, put together in order of numbers; a packet's own is its place among those there.
class Way {
 public:
  Way(std::optional<int> size, StreamClocks clocks, std::string note) : size_(size) {
    stream_.medium = Medium::kAudio;
    stream_.clocks = clocks;
    stream_.notes.push_back(std::move(note));
  }

  void add(std::int64_t irtt_number, const Passage& passage) {
    if (passage.fate == Fate::kNotThere) return;
    if (irtt_number_ != irtt_number) ++packets_there_;
    irtt_number_ = irtt_number;
    if (passage.fate == Fate::kLost) return;
    PacketObservation& packet = packets_.emplace_back();
    packet.sequence = packets_there_ - 1;
    packet.received = Timestamp::ns(*passage.received);
    if (passage.sent) packet.sent = Timestamp::ns(*passage.sent);
    if (size_) packet.size = *size_;
  }

  void note(std::string sentence) { stream_.notes.push_back(std::move(sentence)); }

  StreamInput take() {
    stream_.missing_before = packets_.empty() ? packets_there_ : packets_.front().sequence;
    if (!packets_.empty()) stream_.missing_after = packets_there_ - 1 - packets_.back().sequence;
    std::ranges::stable_sort(packets_, {}, &PacketObservation::received);
    stream_.packets = packets_;
    return std::move(stream_);
  }

 private:
  std::optional<int> size_;
  StreamInput stream_;
  std::vector<PacketObservation> packets_;
  std::optional<std::int64_t> irtt_number_;
  std::int64_t packets_there_ = 0;
};

bool has_time(const IrttRoundTrip& trip, IrttEnd end, IrttClock clock) {
  return trip.sent(end, clock) || trip.received(end, clock);
}
bool any_has_time(const Trips& trips, IrttEnd end, IrttClock clock) {
  return std::ranges::any_of(trips, [&](const IrttRoundTrip& trip) { return has_time(trip, end, clock); });
}
bool was_answered(const IrttRoundTrip& trip) {
  return trip.received(IrttEnd::kClient, IrttClock::kWall) || trip.received(IrttEnd::kClient, IrttClock::kMonotonic);
}

/// One clock of the client stamps both ends of a round trip: the monotonic one, which nobody sets, if it is told.
StreamInput round_trips(const IrttFile& file) {
  const bool monotonic = std::ranges::any_of(file.trips, [](const IrttRoundTrip& trip) {
    return trip.sent(IrttEnd::kClient, IrttClock::kMonotonic) && trip.received(IrttEnd::kClient, IrttClock::kMonotonic);
  });
  const IrttClock clock = monotonic ? IrttClock::kMonotonic : IrttClock::kWall;
  Way way(file.length, {ClockRelation::kCommon, {}, {}, false},
          "These are round trips of irtt: the file has no times of the server, so all delays are there and back.");
  for (const IrttRoundTrip& trip : file.trips) {
    const Time back = trip.received(IrttEnd::kClient, clock);
    const Fate fate = back ? Fate::kCame : was_answered(trip) ? Fate::kNotThere : Fate::kLost;
    way.add(trip.number, {fate, trip.sent(IrttEnd::kClient, clock), back});
  }
  StreamInput stream = way.take();
  stream.round_trips = true;
  return stream;
}

/// Which clocks stamp the two directions.
struct Clocks {
  IrttClock client = IrttClock::kWall, server = IrttClock::kWall;
};

Clocks clocks_of(const Trips& trips) {
  const IrttClock server =
      any_has_time(trips, IrttEnd::kServer, IrttClock::kWall) ? IrttClock::kWall : IrttClock::kMonotonic;
  const IrttClock other = server == IrttClock::kWall ? IrttClock::kMonotonic : IrttClock::kWall;
  return {any_has_time(trips, IrttEnd::kClient, server) ? server : other, server};
}

std::string packets_said(std::int64_t count) {
  return fmt::format("{} packet{}", count, count == 1 ? "" : "s");
}

/// Both directions of the packets of a file.
class Ways {
 public:
  Ways(const IrttFile& file, Clocks clocks)
      : clocks_(clocks),
        up_(file.length, {ClockRelation::kUnknown, kClientClock, kServerClock, false},
            "These are the packets of irtt from the client to the server."),
        down_(file.length, {ClockRelation::kUnknown, kServerClock, kClientClock, false},
              "These are the packets of irtt from the server to the client, its answers.") {
    for (const IrttRoundTrip& trip : file.trips) add(trip);
  }

  std::vector<StreamInput> take() {
    if (untimed_ > 0)
      up_.note(fmt::format("{} reached the server, but when is not told: they count neither as come nor as lost.",
                           packets_said(untimed_)));
    if (unknown_ > 0)
      up_.note(fmt::format("Of {} irtt does not know which way they were lost: they count as lost to the server.",
                           packets_said(unknown_)));
    if (stamped_once_) {
      constexpr auto kOnce =
          "The server stamped each packet once, so the time that it took to answer is in the delays of one direction "
          "or divided between both.";
      up_.note(kOnce);
      down_.note(kOnce);
    }
    std::vector<StreamInput> streams;
    streams.push_back(up_.take());
    streams.push_back(down_.take());
    return streams;
  }

 private:
  void add(const IrttRoundTrip& trip) {
    const Time came = trip.received(IrttEnd::kServer, clocks_.server),
               left = trip.sent(IrttEnd::kServer, clocks_.server);
    const Time at_server = came ? came : left, from_server = left ? left : came;
    const Time back = trip.received(IrttEnd::kClient, clocks_.client);
    const bool answered = was_answered(trip);
    const bool lost_on_the_way_back = !answered && (at_server || trip.lost == IrttLost::kDown);
    stamped_once_ |= at_server && at_server == from_server;
    const Fate up = at_server ? Fate::kCame : answered || lost_on_the_way_back ? Fate::kNotThere : Fate::kLost;
    untimed_ += up == Fate::kNotThere;
    unknown_ += up == Fate::kLost && trip.lost != IrttLost::kUp;
    up_.add(trip.number, {up, trip.sent(IrttEnd::kClient, clocks_.client), at_server});
    const Fate down = back ? Fate::kCame : lost_on_the_way_back ? Fate::kLost : Fate::kNotThere;
    down_.add(trip.number, {down, from_server, back});
  }

  Clocks clocks_;
  Way up_, down_;
  std::int64_t untimed_ = 0, unknown_ = 0;
  bool stamped_once_ = false;
};

bool has_any_time(const Trips& trips, IrttEnd end) {
  return any_has_time(trips, end, IrttClock::kWall) || any_has_time(trips, end, IrttClock::kMonotonic);
}

}  // namespace

bool is_irtt(std::string_view text) {
  constexpr std::size_t kLooked = 64;
  std::string converted;
  const std::string_view head = as_utf8(text.substr(0, kLooked), converted);
  const auto first = head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && head[first] == '{';
}

std::optional<std::vector<StreamInput>> parse_irtt(std::string_view text, std::string& error,
                                                   const std::stop_token& stop, std::size_t most_packets) {
  std::string converted;
  auto file = read_irtt(as_utf8(text, converted), most_packets, error, stop);
  if (!file) return std::nullopt;
  if (!has_any_time(file->trips, IrttEnd::kClient)) {
    error = "it is of irtt and has no round trip with a time of the client";
    return std::nullopt;
  }
  std::ranges::stable_sort(file->trips, {}, &IrttRoundTrip::number);
  if (has_any_time(file->trips, IrttEnd::kServer)) return Ways(*file, clocks_of(file->trips)).take();
  std::vector<StreamInput> streams;
  streams.push_back(round_trips(*file));
  return streams;
}

}  // namespace jitterscope
