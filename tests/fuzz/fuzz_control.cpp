// Lines of the control connection (JSON-RPC 2.0).
#include "tests/fuzz/fuzz.h"
#include "tests/unit/algorithms/signalling/sample_messages.h"

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
  const std::string written = write_message(*reading.message);
  const MessageReading again = read_message(first_line(written));
  require(again.message && again.message->index() == reading.message->index(), "a message reads back");
  require(write_message(*again.message) == written, "a message reads back as it was");
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  for (const Message& message : sample_messages()) seeds.push_back(input_of(first_line(write_message(message))));
  return seeds;
}
