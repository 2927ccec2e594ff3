// Both media of a receiving end in virtual time, from packet intake to playout. First two bytes: playout and
// clocks; then what comes, each after its length (two bytes), the time since the one before and how it came.
#include "core/call/steps/accepted_packet.h"
#include "tests/fuzz/fuzz.h"
#include "tests/goldens/receiving_end.h"
#include "tests/unit/algorithms/playout/video_stream.h"

using namespace jitterscope;
using namespace jitterscope::goldens;

namespace {

constexpr std::uint8_t kVideo = 1, kStream = 2, kLongPause = 128;

DatagramRecording recording_of(Pieces& input, std::uint8_t choice) {
  DatagramRecording recording;
  if (choice & 1) recording.conference_offset = Duration::seconds(1'700'000'000);
  if (choice & 2) recording.audio_ssrc = recording.video_ssrc = 7;
  if (choice & 4) recording.period_ms = 66;
  recording.audio_block = choice & 8 ? 256 : 160;
  Timestamp now = Timestamp::ns(1'000'000'000);
  while (!input.empty() && recording.datagrams.size() < 400) {
    const std::uint16_t length = input.word();
    const std::uint8_t pause = input.byte(), how = input.byte();
    now += pause & kLongPause ? Duration::ms(50) * (pause & 31) : Duration::us(500) * pause;
    RecordedDatagram datagram;
    datagram.medium = how & (kVideo | kStream) ? Medium::kVideo : Medium::kAudio;
    datagram.stream = how & kStream;
    datagram.connection = how >> 2 & 1;
    datagram.received = now;
    const auto bytes = input.bytes(length);
    datagram.bytes.assign(bytes.begin(), bytes.end());
    recording.datagrams.push_back(std::move(datagram));
  }
  return recording;
}

void append(FuzzInput& input, std::span<const std::uint8_t> bytes, std::uint8_t pause, std::uint8_t how) {
  const auto length = static_cast<std::uint16_t>(bytes.size());
  input.insert(input.end(), {static_cast<std::uint8_t>(length >> 8), static_cast<std::uint8_t>(length), pause, how});
  input.insert(input.end(), bytes.begin(), bytes.end());
}

FuzzInput sound(std::int64_t number) {
  FuzzInput datagram(rtp::kMaxAudioHeaderBytes);
  const rtp::RtpHeader header{number == 0, 0, static_cast<std::uint16_t>(65'530 + number),
                              static_cast<std::uint32_t>(number * 160 - 400), 7};
  rtp::PacketExtensions extensions;
  extensions.sent_conference = Timestamp::ns(1'700'000'001'000'000'000) + Duration::ms(20) * number;
  datagram.resize(rtp::write_audio_header(datagram, header, extensions));
  datagram.resize(datagram.size() + 160, 0x55);
  return datagram;
}

FuzzInput conversation(std::uint8_t choice, std::uint8_t policy, bool by_stream) {
  FuzzInput input{choice, policy};
  std::uint16_t sequence = 65'530;
  for (std::int64_t number = 0; number < 12; ++number) {
    if (number % 5 != 3) append(input, sound(number), 20, 0);
    if (number % 3 != 0) continue;
    for (Datagram& datagram : frame_of("small_420_restart.jpg", number / 3, 400)) {
      datagram.bytes[2] = static_cast<std::uint8_t>(sequence >> 8);
      datagram.bytes[3] = static_cast<std::uint8_t>(sequence++);
      FuzzInput bytes = datagram.bytes;
      if (by_stream)
        bytes = tagged({static_cast<std::uint8_t>(bytes.size() >> 8), static_cast<std::uint8_t>(bytes.size())}, bytes);
      append(input, bytes, 2, by_stream ? kStream : kVideo);
    }
  }
  return input;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  const std::uint8_t choice = input.byte(), policy = input.byte();
  PlayoutSetting setting = playout_setting_of(playout_policies()[policy % playout_policies().size()]);
  if (setting.delay) setting.delay = Duration::ms(8) * (policy >> 3);
  const DatagramRecording recording = recording_of(input, choice);
  ReceivingEnd end(recording, setting);
  end.run();
  std::size_t arrived = 0, played = 0;
  for (const Event& event : end.events()) {
    if (const auto* packet = get_if<PacketArrived>(&event)) arrived += packet->medium == Medium::kAudio;
    if (const auto* block = get_if<AudioBlockDone>(&event)) played += block->outcome == PlayoutOutcome::kPlayed;
  }
  require(played <= arrived, "no more blocks are played than came");
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  for (std::uint8_t kind = 0; kind < playout_policies().size(); ++kind)
    seeds.push_back(
        conversation(static_cast<std::uint8_t>(kind | 4), static_cast<std::uint8_t>(kind | 7 << 3), kind % 2));
  return seeds;
}
