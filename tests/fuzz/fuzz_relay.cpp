// JSON lines between the relay and the program that started it.
#include "app/relay/relay_messages.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;
using nlohmann::json;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const json message = json::parse(text_of(data, size), nullptr, false);
  if (const auto route = read_route(message)) {
    const auto again = read_route(write_route(*route));
    require(again && again->near_audio == route->near_audio && again->far_video == route->far_video,
            "a route reads back");
  }
  if (const auto path = read_path(message)) {
    const auto again = read_path(write_path(*path));
    require(again && again->audio == path->audio && again->far_video == path->far_video, "a path reads back");
  }
  if (const auto report = read_report(message)) {
    const json written = write_report(*report);
    const auto again = read_report(written);
    require(again && write_report(*again) == written, "a report reads back");
  }
  if (const auto address = read_address(message)) {
    const auto again = read_address(address->to_string());
    require(again && *again == *address, "an address reads back");
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  const auto address = [](const char* text) { return *read_address(text); };
  const RelayRoute route{address("127.0.0.1:5006"), address("127.0.0.1:5008"), address("[::1]:5010"),
                         address("192.0.2.1:5012")};
  LinkReport report;
  report.own_delay_us = 12.5;
  report.offered = 100;
  return {input_of(write_route(route).dump()), input_of(write_path({route.near_audio, route.far_audio, 6, 8}).dump()),
          input_of(write_report(report).dump()), input_of("\"1.2.3.4:5004\""), input_of("\"[fe80::1%1]:5\"")};
}
