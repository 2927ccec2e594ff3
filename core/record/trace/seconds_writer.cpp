#include "core/record/trace/seconds_writer.h"

#include <algorithm>
#include <cmath>

#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/packet_stamped.h"
#include "core/events/kinds/stream_announced.h"
#include "core/events/kinds/thread_woke.h"
#include "core/events/make_column.h"
#include "core/events/words.h"
#include "core/record/trace/row_codec.h"

namespace jitterscope::trace {
namespace {

constexpr Duration kSecond = Duration::seconds(1);

/// Beyond it sums and differences of numbers are not those of a stream.
bool can_be_counted(std::int64_t number) {
  return number > -kBeyond / 2 && number < kBeyond / 2;
}

template <typename T>
void bind_member(SQLite::Statement& statement, int index, const T& value) {
  bind(statement, index, kMemberType<T>.get(&value));
}

}  // namespace

void SecondsWriter::Sum::add(std::int64_t value) {
  least = count == 0 ? value : std::min(least, value);
  most = count == 0 ? value : std::max(most, value);
  total += static_cast<double>(value);
  ++count;
}

std::optional<Spread> SecondsWriter::Sum::spread() const {
  if (count == 0) return std::nullopt;
  return Spread{least, std::llround(total / static_cast<double>(count)), most};
}

SecondsWriter::SecondsWriter(SQLite::Database& db)
    : begin_(db,
             "INSERT INTO second (id, direction, medium, ssrc, stream, first_row, local_ns, conference_ns, sequence,"
             " rtp_timestamp, frame) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      finish_(db,
              "UPDATE second SET packets = ?, lost = ?, bytes = ?, delay_least_ns = ?, delay_mean_ns = ?,"
              " delay_most_ns = ?, spacing_least_ns = ?, spacing_mean_ns = ?, spacing_most_ns = ? WHERE id = ?") {}

void SecondsWriter::add(const StreamAnnounced& stream) {
  const Direction direction = stream.key().from == kThisEnd ? Direction::kSent : Direction::kReceived;
  streams_[{direction, stream.medium, stream.ssrc}].stream = stream.stream;
}

SecondsWriter::Running& SecondsWriter::current(const Key& key, const Second& row, Begins begins) {
  Running& running = streams_[key];
  const bool over =
      running.second && (row.local - running.second->local >= kSecond || running.second->local - row.local >= kSecond);
  if (running.second && !(over && begins == Begins::kWhenOver)) return running;
  finish(running);
  running.second = row;
  Second& second = *running.second;
  second.id = ++last_id_;
  second.direction = key.direction;
  second.medium = key.medium;
  second.ssrc = key.ssrc;
  second.stream = running.stream;
  int index = 0;
  const auto bind = [&](const auto& value) { bind_member(begin_, ++index, value); };
  const bool of_stream = key.direction.has_value();
  bind(second.id);
  bind(second.direction);
  bind(of_stream ? std::optional(second.medium) : std::nullopt);
  bind(of_stream ? std::optional(second.ssrc) : std::nullopt);
  bind(second.stream);
  bind(second.first_row);
  bind(second.local);
  bind(second.conference);
  bind(second.sequence);
  bind(second.rtp_timestamp);
  bind(second.frame);
  begin_.exec();
  begin_.reset();
  return running;
}

void SecondsWriter::finish(Running& running) {
  if (!running.second) return;
  if (running.second->direction) {
    SecondFigures& figures = running.figures;
    figures.lost += running.sequences.lost() - running.missing_before;
    int index = 0;
    const auto bind = [&](const auto& value) { bind_member(finish_, ++index, value); };
    const auto bind_spread = [&](const Sum& sum) {
      const auto spread = sum.spread();
      bind(spread ? std::optional(spread->least) : std::nullopt);
      bind(spread ? std::optional(spread->mean) : std::nullopt);
      bind(spread ? std::optional(spread->most) : std::nullopt);
    };
    bind(figures.packets);
    bind(figures.lost);
    bind(figures.bytes);
    bind_spread(running.delay);
    bind_spread(running.spacing);
    bind(running.second->id);
    finish_.exec();
    finish_.reset();
  }
  running.missing_before = running.sequences.lost();
  running.figures = {};
  running.delay = running.spacing = {};
  running.second.reset();
}

void SecondsWriter::finish() {
  for (auto& [key, running] : streams_) finish(running);
}

void SecondsWriter::count(Running& running, Timestamp at, std::int32_t size) {
  ++running.figures.packets;
  running.figures.bytes += size;
  if (running.last) running.spacing.add((at - *running.last).ns());
  running.last = at;
}

const Second& SecondsWriter::of(const Event& event, std::optional<Timestamp> conference, std::int64_t row) {
  if (const auto* sent = get_if<PacketSent>(&event)) return of(*sent, conference, row);
  if (const auto* arrived = get_if<PacketArrived>(&event)) return of(*arrived, conference, row);
  if (const auto* stamped = get_if<PacketStamped>(&event)) return of(*stamped, conference, row);
  return of(get<ThreadWoke>(event), conference, row);
}

const Second& SecondsWriter::of(const PacketSent& e, std::optional<Timestamp> conference, std::int64_t row) {
  Running& running = current({Direction::kSent, e.medium, e.ssrc},
                             {.first_row = row,
                              .local = e.sent,
                              .conference = conference,
                              .sequence = e.sequence,
                              .rtp_timestamp = e.rtp_timestamp,
                              .frame = e.frame},
                             Begins::kWhenOver);
  if (e.accepted)
    count(running, e.sent, e.size);
  else
    ++running.figures.lost;
  return *running.second;
}

const Second& SecondsWriter::of(const PacketArrived& e, std::optional<Timestamp> conference, std::int64_t row) {
  Running& running = current({Direction::kReceived, e.medium, e.ssrc},
                             {.first_row = row,
                              .local = e.received,
                              .conference = conference,
                              .sequence = e.sequence,
                              .rtp_timestamp = e.rtp_timestamp,
                              .frame = e.frame.value_or(0)},
                             Begins::kWhenOver);
  if (e.duplicate) return *running.second;
  count(running, e.received, e.size);
  if (can_be_counted(e.sequence)) running.sequences.add(e.sequence);
  if (e.received_conference && e.sent_conference) running.delay.add((*e.received_conference - *e.sent_conference).ns());
  return *running.second;
}

const Second& SecondsWriter::of(const PacketStamped& e, std::optional<Timestamp> conference, std::int64_t row) {
  const Second begun{.first_row = row, .local = e.at, .conference = conference, .sequence = e.sequence};
  return *current({Direction::kSent, e.medium, e.ssrc}, begun, Begins::kWhenNone).second;
}

const Second& SecondsWriter::of(const ThreadWoke& e, std::optional<Timestamp> conference, std::int64_t row) {
  return *current({}, {.first_row = row, .local = e.woke, .conference = conference}, Begins::kWhenOver).second;
}

}  // namespace jitterscope::trace
