// A toy: an event is one file. It is recorded, read back, given to whom it is of, and heard by who wants it.
#include <gtest/gtest.h>

#include "core/events/identifier.h"
#include "core/measures/tracks/table/medium_of.h"
#include "core/measures/tracks/table/track_table.h"
#include "core/record/trace/reader.h"
#include "core/record/trace/recorder.h"
#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope::toy_ping_test {
namespace {

struct PingCount {
  using Wants = Events<ToyPing>;
  void add(const ToyPing& ping) {
    ++pings;
    newest = ping.round_trip;
  }
  int pings = 0;
  std::optional<Duration> newest;
};

TEST(ToyPing, IsRecordedReadBackAndHeard) {
  const trace_test::TemporaryFolder folder;
  const std::string path = folder / "toy.jscope";
  const Timestamp at = Timestamp::ns(5'000'000'000);
  TraceRecorder recorder;
  ASSERT_TRUE(recorder.begin(path, {})) << recorder.error();
  const std::vector<Event> events{ToyPing{7, 1, {}, at}, Notice{}, ToyPing{7, 2, Duration::ms(12), at}};
  ASSERT_TRUE(recorder.write(events, {}) && recorder.close()) << recorder.error();
  std::string error;
  const auto trace = TraceReader::open(path, error);
  ASSERT_TRUE(trace) << error;
  TrackTable<PingCount> tracks{PingCount{}};
  const auto hear = [&](const Event& event) { std::visit([&](const auto& e) { tracks.add(e); }, event); };
  ASSERT_TRUE(trace->read_events(hear, error)) << error;
  EXPECT_EQ(tracks.get<PingCount>().pings, 2);
  EXPECT_EQ(tracks.get<PingCount>().newest, Duration::ms(12));
}

TEST(ToyPing, IsOfTheStreamThatItNames) {
  Identifier identifier;
  PacketArrived packet;
  packet.medium = Medium::kAudio;
  packet.ssrc = 7;
  const auto stream = identifier.identify(packet).record.stream;
  const auto whose = identifier.identify(ToyPing{7, 1, {}, {}}).record;
  EXPECT_EQ(whose.participant, kFirstRemote);
  EXPECT_EQ(whose.stream, stream);
  EXPECT_EQ(medium_of(ToyPing{}), Medium::kAudio);
}

}  // namespace
}  // namespace jitterscope::toy_ping_test
