// Traces of delivery opportunities, and packets served by them. First byte: packets; then the trace.
#include "core/algorithms/link/delivery_trace.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  const std::uint8_t packets = input.byte();
  const auto rest = input.rest();
  std::string error;
  auto trace = link::DeliveryTrace::parse(text_of(rest.data(), rest.size()), error);
  require(trace.has_value() || !error.empty(), "a bad trace has a reason");
  if (!trace) return 0;
  Timestamp now = Timestamp::ns(5'000'000), through = now;
  trace->begin(now);
  for (int i = 0; i < packets; ++i) {
    const Timestamp start = std::max(now, through);
    const Timestamp next = trace->serve(i % 3 * 700 + 60, start, through > now);
    require(next >= start, "nothing is through before it is sent");
    through = next;
    now += Duration::ms(3) * (packets % 7);
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  return {tagged({40}, input_of("0\n0\n3\n7\n7\n12\n")), tagged({9}, input_of("5\r\n 6\n\n")),
          tagged({200}, input_of("86400000\n"))};
}
