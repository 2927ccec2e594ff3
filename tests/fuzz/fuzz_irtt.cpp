// The JSON of irtt, and what the analysis makes of it.
#include "core/measures/offline/stream_analysis.h"
#include "core/record/import/irtt_import.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string error;
  const auto streams = parse_irtt(text_of(data, size), error, {}, 1000);
  require(streams.has_value() || !error.empty(), "a bad file has a reason");
  if (!streams) return 0;
  require(streams->size() == 1 || streams->size() == 2, "round trips, or both ways");
  for (const StreamInput& stream : *streams) {
    require(stream.packets.size() <= 1000, "no more packets than were allowed");
    require(!stream.notes.empty(), "a stream says what it is");
    analyze_stream(stream);
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  const std::string both =
      R"({"seqno":0,"lost":"false","timestamps":{"client":{"receive":{"wall":40,"monotonic":4},"send":{"wall":10,)"
      R"("monotonic":1}},"server":{"receive":{"wall":20,"monotonic":2},"send":{"wall":30,"monotonic":3}}}})";
  const std::string alone =
      R"({"seqno":1,"lost":false,"timestamps":{"client":{"receive":{"wall":90},"send":{"wall":60}},"server":{}}})";
  const auto lost = [](const char* word) {
    return std::string(R"({"seqno":2,"lost":")") + word +
           R"(","timestamps":{"client":{"receive":{},"send":{"monotonic":7}},"server":{"receive":{}}}})";
  };
  const std::string head = R"({"config":{"params":{"length":172,"interval":20000000}},"stats":{"a":[1.5e3,null]},)";
  return {
      input_of(head + R"("round_trips":[)" + both + "," + alone + "," + lost("true_up") + "," + lost("true_down") +
               "," + lost("true") + "]}"),
      input_of(R"({"round_trips":[)" + alone + "," + lost("true") + "]}"),
      input_of(
          "\xEF\xBB\xBF {\"round_trips\":[{\"seqno\":9.0,\"timestamps\":{\"client\":{\"send\":{\"wall\":1e9}}}}]}")};
}
