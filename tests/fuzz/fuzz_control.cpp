// Lines of the control connection (JSON-RPC 2.0).
#include "core/conference/messages.h"
#include "core/conference/version_words.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/conference/sample_descriptions.h"

using namespace jitterscope;

namespace {

std::string_view first_line(std::string_view written) {
  require(written.ends_with('\n') && written.find('\n') == written.size() - 1, "a message is one line");
  return written.substr(0, written.size() - 1);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MessageReading reading = read_message(text_of(data, size));
  if (!reading.message) {
    require(!reading.problem.sentence.empty(), "what cannot be read has a reason");
    read_message(first_line(write_message(reading.problem)));
    return 0;
  }
  if (const auto* failed = std::get_if<message::Failed>(&*reading.message)) told_version_sentence(failed->sentence);
  const std::string written = write_message(*reading.message);
  const MessageReading again = read_message(first_line(written));
  require(again.message && again.message->index() == reading.message->index(), "a message reads back");
  require(write_message(*again.message) == written, "a message reads back as it was");
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  PeerSummary summary;
  summary.packets = 123'456;
  summary.jitter_ms = 0.125;
  const Description description = sample_description("Ann", 100);
  SenderTimes times;
  times.frame = 1234;
  times.capture = Duration::ms(21);
  times.socket = Duration::us(12);
  const SetPriority priority{ThreadRole::kAudioSend, *PrioritySetting::parse("realtime:20"), End::kMine};
  const Message messages[] = {
      message::Offer{1, description},
      message::Answer{1, description},
      message::Ringing{"abcdefgh"},
      message::Proof{"$5$x"},
      message::Change{2, SetShaping{*ShapingSetting::parse("5,12.5"), End::kMine}},
      message::Change{3, priority},
      message::Changed{"shaping", "c", "local"},
      message::Media{description.audio, description.video},
      message::Path{5006, 5008},
      message::KeepAlive{4},
      message::Summary{summary, PeerQuality{Medium::kAudio, 80, 4, 0.01, {}}},
      message::Times{{times, times, times}},
      message::Arrivals{{PeerPacket{5, 7, 0, {}, {}}, PeerPacket{5, 7, 1, Duration::us(83), {}}}},
      message::HangUp{"bye"},
      message::Done{2},
      message::Failed{2, error_code::kConsentDenied, "no"},
      message::Failed{1, error_code::kVersion, version_sentence(2)}};
  std::vector<FuzzInput> seeds;
  for (const Message& message : messages) seeds.push_back(input_of(first_line(write_message(message))));
  return seeds;
}
