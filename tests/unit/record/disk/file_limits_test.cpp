// Files and captures too large for the machine are left out, in words.
#include <gmock/gmock.h>

#include <fstream>

#include "core/record/disk/whole_file.h"
#include "core/record/import/rtp_finder.h"
#include "core/record/open/opened_call.h"
#include "tests/unit/record/trace/capture_bytes.h"
#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope::trace::file_limits_test {
namespace {

using namespace capture_bytes;
using testing::HasSubstr;

TEST(FileLimits, AHugePacketListIsRefusedInASentence) {
  const trace_test::TemporaryFolder folder;
  const std::string path = folder / "huge.csv";
  std::ofstream(path) << "seq,send_us,recv_us\n" << std::string(100, '\n');
  std::filesystem::resize_file(path, 100'000'000'000);  // sparse
  std::string error;
  EXPECT_FALSE(read_whole_file(path, error));
  EXPECT_THAT(error, HasSubstr("huge.csv is too large to be read here: it has 100.0 GB, at most "));
  EXPECT_FALSE(open_call(path, error));
  EXPECT_THAT(error, HasSubstr("Cut it into parts."));
}

TEST(FileLimits, AvailableMemoryIsThatOfAMachine) {
  EXPECT_GT(available_memory(), 1 << 20);
  EXPECT_GT(packets_that_fit(), 1000u);
}

class Finder {
 public:
  explicit Finder(std::size_t most_packets) : finder({}, most_packets) {}
  void add(std::uint32_t ssrc, std::uint16_t sequence) {
    const std::string packet = rtp_packet({.sequence = sequence, .timestamp = sequence * 160u, .ssrc = ssrc}, 20);
    UdpDatagram datagram;
    datagram.destination_port = 5006;
    datagram.size = packet.size();
    datagram.payload = {reinterpret_cast<const std::uint8_t*>(packet.data()), packet.size()};
    finder.add(Timestamp::ns(sequence * 20'000'000ll), datagram);
  }
  RtpFinder finder;
};

TEST(FileLimits, MoreStreamsThanCanBeHeldAreLeftOutAndCounted) {
  Finder finder(10'000'000);
  constexpr std::uint32_t kStreams = RtpFinder::kMostCandidates + 100;
  for (std::uint32_t ssrc = 1; ssrc <= kStreams; ++ssrc)
    for (std::uint16_t i = 0; i < 5; ++i) finder.add(ssrc, i);
  finder.add(1, 5);  // known: still taken
  EXPECT_EQ(finder.finder.left_out(), "500 RTP packets were left out: they belong to more than 65536 streams.");
  const auto streams = finder.finder.take();
  EXPECT_EQ(streams.size(), RtpFinder::kMostCandidates);
  EXPECT_EQ(streams.front().packets.size(), 6u);
}

TEST(FileLimits, NoiseMakesRoomForStreams) {
  Finder finder(10'000'000);
  for (std::uint32_t ssrc = 1; ssrc <= 3 * RtpFinder::kMostCandidates; ++ssrc) finder.add(ssrc, 0);
  for (std::uint16_t i = 0; i < 5; ++i) finder.add(0xFFFFFFFF, i);
  EXPECT_EQ(finder.finder.left_out(), "");
  EXPECT_EQ(finder.finder.take().size(), 1u);
}

TEST(FileLimits, MorePacketsThanFitAreLeftOutAndCounted) {
  Finder finder(20);
  for (std::uint16_t i = 0; i < 25; ++i) finder.add(1, i);
  EXPECT_EQ(finder.finder.left_out(), "5 RTP packets were left out: there is no memory for more.");
  EXPECT_EQ(finder.finder.take().at(0).packets.size(), 20u);
}

}  // namespace
}  // namespace jitterscope::trace::file_limits_test
