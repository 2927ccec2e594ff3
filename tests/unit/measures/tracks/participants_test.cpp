// One analyzer of many participants says of each stream what an analyzer of that stream alone says.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/frame_decoded.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/frame_shown.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/sender_times.h"
#include "core/events/kinds/stream_announced.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/snapshot.h"
#include "tests/scenario/record.h"
#include "tests/snapshot_fields/snapshot_fields.h"

namespace jitterscope::participants_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(3'000'000'000'000);
constexpr Duration kConference = Duration::seconds(1'700'000'000);  // conference - local
constexpr std::int64_t kLasts_s = 40;

Timestamp at(Duration since) {
  return kBegan + since;
}

/// A stream with loss, duplicates, late packets and a delay of its own, as its receiver's records.
class Stream {
 public:
  Stream(StreamId id, StreamKey key, Duration from, Duration to) : id_(id), key_(key), random_(key.ssrc) {
    const bool video = key.medium == Medium::kVideo;
    const Duration step = video ? Duration::us(66'667) : Duration::ms(20);
    const auto first = static_cast<std::int64_t>(random_() % 60'000);
    for (std::int64_t unit = 0; from + step * unit < to; ++unit) {
      const Timestamp begun = at(from + step * unit);
      if (video)
        frame(first + unit, begun);
      else
        block(first + unit, begun);
    }
    std::ranges::stable_sort(records_, {}, &Record::time);
  }

  StreamId id() const { return id_; }
  const StreamKey& key() const { return key_; }
  const std::vector<Record>& records() const { return records_; }

 private:
  bool chance(double p) { return std::uniform_real_distribution<>(0, 1)(random_) < p; }
  Duration transit() { return Duration::from_ms(8 + std::exponential_distribution<>(0.2)(random_)); }
  void note(Timestamp time, const Event& event) { records_.push_back({time, key_.from, id_, event}); }

  /// When it came; absent: it was lost.
  std::optional<Timestamp> packet(std::int64_t sequence, std::int64_t unit, std::uint16_t block, bool marker,
                                  Timestamp sent) {
    if (chance(0.03)) return std::nullopt;
    PacketArrived e;
    e.medium = key_.medium;
    e.ssrc = key_.ssrc;
    e.sequence = sequence;
    e.rtp_timestamp = unit * (key_.medium == Medium::kVideo ? 6000 : 160);
    e.frame = unit;
    e.block = block;
    e.marker = marker;
    e.size = 200 + static_cast<std::int32_t>(random_() % 800);
    e.kernel = sent + transit();
    e.received = *e.kernel + Duration::us(30);
    e.received_conference = e.received + kConference;
    e.sent_conference = sent + kConference;
    note(e.received, e);
    if (chance(0.02)) {
      e.duplicate = true;
      note(e.received, e);
    }
    return e.received;
  }
  void block(std::int64_t number, Timestamp sent) {
    const auto came = packet(number, number, 0, number % 50 == 0, sent);
    const Timestamp playout = sent + Duration::ms(30);
    const auto outcome = !came             ? PlayoutOutcome::kLost
                         : *came > playout ? PlayoutOutcome::kLate
                                           : PlayoutOutcome::kPlayed;
    note(std::max(playout, came.value_or(playout)), AudioBlockDone{key_.ssrc, number, outcome, came, playout});
    tell(number, 0, sent);
  }
  void frame(std::int64_t number, Timestamp sent) {
    constexpr std::uint16_t kBlocks = 3;
    std::optional<Timestamp> last = sent;
    for (std::uint16_t i = 0; i < kBlocks; ++i) {
      const auto came = packet(number * kBlocks + i, number, i, i + 1 == kBlocks, sent + Duration::us(300) * i);
      last = came && last ? std::optional(std::max(*came, *last)) : std::nullopt;
    }
    FrameDone done;
    done.ssrc = key_.ssrc;
    done.frame = number;
    done.outcome = last ? FrameOutcome::kComplete : FrameOutcome::kIncomplete;
    done.rtp_timestamp = number * 6000;
    done.sent_conference = sent + kConference;
    done.completed = last.value_or(sent + Duration::ms(150));
    note(done.completed, done);
    if (last) {
      const Timestamp decoded = *last + Duration::ms(4), shown = decoded + Duration::ms(6);
      note(decoded, FrameDecoded{key_.ssrc, number, true, *last, *last, decoded});
      note(decoded, FramePlayed{key_.ssrc, number, PlayoutOutcome::kPlayed, *last, decoded});
      note(shown, FrameShown{number, shown});
    }
    tell(number, kBlocks - 1, sent);
  }
  void tell(std::int64_t number, std::uint16_t block, Timestamp sent) {
    SenderTimes times;
    times.medium = key_.medium;
    times.ssrc = key_.ssrc;
    times.frame = number;
    times.block = block;
    times.capture = Duration::ms(20);
    times.encode = Duration::ms(2);
    times.shaper = Duration::us(600);
    times.socket = Duration::us(10);
    times.queue = Duration::us(5);
    times.at = sent + Duration::ms(400);
    note(times.at, times);
  }

  StreamId id_;
  StreamKey key_;
  std::mt19937 random_;
  std::vector<Record> records_;
};

/// Five participants with sound and picture each, who join one after another and leave; three begin anew with other
/// SSRCs, one of them twice. SSRCs of different participants are the same now and then.
std::vector<Stream> conference() {
  std::vector<Stream> streams;
  std::uint16_t last = 0;
  for (std::uint8_t who = 1; who <= 5; ++who)
    for (const Medium medium : kMedia) {
      const int restarts = who == 2 || who == 4 ? 1 : who == 5 ? 2 : 0;
      const Duration from = Duration::ms(1700) * who, to = Duration::seconds(kLasts_s) - Duration::ms(2900) * (who % 4);
      const Duration part = Duration::ns((to - from).ns() / (restarts + 1));
      for (int i = 0; i <= restarts; ++i) {
        const std::uint32_t ssrc = 100 + 7 * static_cast<std::uint32_t>(i) + (who % 3);
        const Duration begin = from + part * i, end = begin + part - Duration::ms(i < restarts ? 700 : 0);
        streams.emplace_back(StreamId{++last}, StreamKey{ParticipantId{who}, {}, medium, ssrc}, begin, end);
      }
    }
  return streams;
}

ClockSynced clock_word(Timestamp when) {
  ClockSynced clock;
  clock.synchronised = true;
  clock.bound_ms = 0.4;
  clock.source = ShortText<24>("exchanges");
  clock.round_trip_ms = 1;
  clock.at = when;
  return clock;
}

/// One that hears nothing but one stream.
CallAnalyzer listener(const Stream& stream) {
  CallAnalyzer analyzer(kBegan);
  analyzer.announce(announced(stream.id(), stream.key(), kBegan));
  return analyzer;
}

/// Series go on where the sender's stream before ended; all else is of the stream alone.
bool is_series(const std::string& difference) {
  if (difference.starts_with("split.") && difference.ends_with("| -")) return true;  // of which nothing is known yet
  return difference.find("_series") != std::string::npos || difference.find(".series") != std::string::npos ||
         difference.find("trail") != std::string::npos;
}

TEST(Participants, EachStreamsFiguresAreThoseOfTheStreamAlone) {
  const std::vector<Stream> streams = conference();
  std::vector<Record> all;
  for (std::int64_t s = 0; s < kLasts_s; s += 5) {
    const Timestamp when = at(Duration::seconds(s));
    all.push_back({when, kThisEnd, {}, clock_word(when)});
  }
  for (const Stream& stream : streams) all.insert(all.end(), stream.records().begin(), stream.records().end());
  std::ranges::stable_sort(all, {}, &Record::time);

  CallAnalyzer conference(kBegan);
  std::map<StreamId, CallAnalyzer> alone;
  std::map<StreamId, const Stream*> by_id;
  for (const Stream& stream : streams) {
    conference.announce(announced(stream.id(), stream.key(), kBegan));
    alone.emplace(stream.id(), listener(stream));
    by_id[stream.id()] = &stream;
  }
  AnalysisQuery query;
  query.window = MeasureWindow::kWhole;
  for (std::uint8_t who = 1; who <= 5; ++who)
    for (const Medium medium : kMedia) {
      const double period_ms = medium == Medium::kVideo ? 66.667 : 20;
      conference.set_period(medium, period_ms, ParticipantId{who});
      for (auto& [id, analyzer] : alone) analyzer.set_period(medium, period_ms, ParticipantId{who});
    }

  std::int64_t compared = 0, packets = 0, lost = 0, fields = 0;
  const auto compare = [&](Timestamp now) {
    for (auto& [id, analyzer] : alone) {
      const bool begun = by_id[id]->records().front().time <= now;
      const auto here = conference.received(id, now, query), there = analyzer.received(id, now, query);
      ASSERT_EQ(begun, here.has_value() && here->figures.active) << id.value;
      if (!begun) continue;
      ASSERT_TRUE(there);
      ++compared;
      packets += here->figures.packets;
      lost += *here->figures.lost;
      EXPECT_EQ(here->figures.ssrc, by_id[id]->key().ssrc);
      const SnapshotFields mixed(*here), single(*there);
      fields += static_cast<std::int64_t>(mixed.size());
      for (const std::string& difference : mixed.differences(single))
        EXPECT_TRUE(is_series(difference))
            << "stream " << id.value << " at " << (now - kBegan).seconds() << " s: " << difference;
    }
  };
  std::int64_t next_s = 4;
  for (const Record& record : all) {
    for (; record.time >= at(Duration::seconds(next_s)); next_s += 6) compare(at(Duration::seconds(next_s)));
    conference.add(record.participant, record.stream, record.event);
    for (auto& [id, analyzer] : alone)
      if (!record.stream || record.stream == id) analyzer.add(record.participant, record.stream, record.event);
  }
  compare(at(Duration::seconds(kLasts_s + 1)));
  EXPECT_GT(compared, 60);
  EXPECT_GT(packets, 20'000);
  EXPECT_GT(lost, 400);
  EXPECT_GT(fields, 10'000);
}

TEST(Participants, TheSnapshotShowsTheNewestStreamOfEach) {
  CallAnalyzer analyzer(kBegan);
  std::map<std::pair<ParticipantId, Medium>, std::uint32_t> newest;
  std::vector<Record> all;
  const std::vector<Stream> streams = conference();
  for (const Stream& stream : streams) {
    analyzer.announce(announced(stream.id(), stream.key(), kBegan));
    all.insert(all.end(), stream.records().begin(), stream.records().end());
    newest[{stream.key().from, stream.key().medium}] = stream.key().ssrc;
  }
  std::ranges::stable_sort(all, {}, &Record::time);
  for (const Record& record : all) analyzer.add(record.participant, record.stream, record.event);
  const CallSnapshot shown = analyzer.snapshot(at(Duration::seconds(kLasts_s)));
  EXPECT_EQ(shown.remotes.size(), 5u);
  for (const auto& [whose, ssrc] : newest)
    EXPECT_EQ(shown.received(whose.second, whose.first).figures.ssrc, ssrc) << int{whose.first.value};
  EXPECT_FALSE(shown.received(Medium::kAudio, ParticipantId{9}).figures.active) << "nobody";
}

TEST(Participants, ASendersSeriesGoOnOverItsStreams) {
  CallAnalyzer analyzer(kBegan);
  for (const Stream& stream : conference())
    if (stream.key().from == ParticipantId{4} && stream.key().medium == Medium::kAudio) {
      analyzer.announce(announced(stream.id(), stream.key(), kBegan));
      for (const Record& record : stream.records()) analyzer.add(record.participant, record.stream, record.event);
    }
  const CallSnapshot shown = analyzer.snapshot(at(Duration::seconds(kLasts_s)));
  const StreamSnapshot& audio = shown.received(Medium::kAudio, ParticipantId{4}).figures;
  ASSERT_FALSE(audio.interarrival_series.empty() || audio.rate_series.empty());
  EXPECT_LT(audio.interarrival_series.front().at_s, 8);
  EXPECT_GT(audio.interarrival_series.back().at_s, 35);
  EXPECT_GT(audio.rate_series.size(), 30u);
  EXPECT_LT(audio.packets, 1000) << "figures are of the second one alone";
}

TEST(Participants, OneThatIsForgottenIsNotKnown) {
  CallAnalyzer analyzer(kBegan);
  for (std::uint16_t id = 1; id <= 20; ++id) {
    analyzer.announce(announced(StreamId{id}, {kFirstRemote, {}, Medium::kAudio, id}, kBegan));
    PacketArrived e;
    e.ssrc = id;
    e.received = at(Duration::seconds(id));
    analyzer.add(kFirstRemote, StreamId{id}, e);
  }
  const Timestamp end = at(Duration::seconds(21));
  EXPECT_FALSE(analyzer.received(StreamId{12}, end));
  for (std::uint16_t id = 13; id <= 20; ++id) {
    ASSERT_TRUE(analyzer.received(StreamId{id}, end)) << id;
    EXPECT_EQ(analyzer.received(StreamId{id}, end)->figures.packets, 1);
  }
  EXPECT_FALSE(analyzer.received(StreamId{21}, end)) << "never announced";
  EXPECT_FALSE(analyzer.sent(StreamId{20}, end));
}

}  // namespace
}  // namespace jitterscope::participants_test
