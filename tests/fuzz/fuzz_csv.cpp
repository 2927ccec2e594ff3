// Packet lists as text, and what the analysis makes of them.
#include "core/measures/offline/stream_analysis.h"
#include "core/record/import/csv_import.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

namespace {

std::string utf16(std::string_view text) {
  std::string bytes;
  for (const char c : text) bytes += {c, '\0'};
  return bytes;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string error;
  const auto streams = parse_csv(text_of(data, size), error, {}, 1000);
  require(streams.has_value() || !error.empty(), "a bad list has a reason");
  if (!streams) return 0;
  require(!streams->empty(), "a list has a stream");
  std::size_t packets = 0;
  for (const StreamInput& stream : *streams) {
    packets += stream.packets.size();
    analyze_stream(stream);
  }
  require(packets <= 1000, "no more packets than were allowed");
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  return {
      input_of("seq,send_us,recv_us,size,frame\n1,10,20,100,1\n65535,,40.5,,\n0,30,60,7,2\n"),
      input_of("\xEF\xBB\xBFrecv_us, seq ,ssrc,clock_hz,rtp_timestamp,Marker,block,other\r\n"
               "20000.25,65535,0x7,8000,4294967295,SET,0,a\r\n\r\n52000,0,0x7,8000,159,,1,\"b,c\"\r\n"),
      input_of("seq,send_us\n1,1e3\n2,2000\n3,-3000\n"),
      input_of("seq,send_us,recv_us\n65534,10,\n65535,20,60\n0,30,lost\n1,,*\n2,50,90.5\n3,NA,NaN\n"),
      input_of("sep=;\n\"SEQ\";send_us;\"recv_us\";ssrc;\"a \"\"b\"\";frame\n1;2,5;3,25;7;\"x;\ny\";1\n2;4;5;0x8;;\n"),
      input_of("\"seq\" \"send_us\" \"recv_us\"\r\"1\" 7 10 20\r\"2\" 8 NA 30\r"),
      input_of("\xFF\xFE" + utf16("seq\tsend_us\trecv_us\n1\t2\t3\n"))};
}
