// JSON lines between the relay and the program that started it.
#include "app/relay/relay_messages.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;
using nlohmann::json;

namespace {

/// What write_… or to_string() makes of a command, as the command again.
struct Written {
  json operator()(const LinkSettings& link) const { return {{"link", link.to_string()}}; }
  json operator()(const RelayRoute& route) const { return {{"route", write_route(route)}}; }
  json operator()(const BackgroundSetting& background) const { return {{"background", background.to_string()}}; }
  json operator()(const LinkSeed& seed) const { return {{"seed", seed.value}}; }
  json operator()(const ControlTarget& target) const {
    return {{"control", {{"to", target.to.to_string()}, {"called_by_remote", target.called_by_remote}}}};
  }
  json operator()(const EndOfLink&) const { return {{"end", true}}; }
};

void check_command(const json& message) {
  std::string error;
  const auto command = read_command(message, error);
  require(command.has_value() == error.empty(), "a command, or the sentence that refuses it");
  if (!command) return;
  const json written = std::visit(Written(), *command);
  const auto again = read_command(written, error);
  require(again && again->index() == command->index(), "a command reads back");
  require(std::visit(Written(), *again) == written, "a command reads back as it was");
}

void check_line(std::string_view line) {
  const RelayLine read = read_relay_line(line);
  require(!read.is_answer || (!read.report && !read.notice), "an answer, or what the relay says by itself");
  std::string error;
  if (!read_answer(line, error)) require(!error.empty(), "a refusal has a reason");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const json message = json::parse(text_of(data, size), nullptr, false);
  check_command(message);
  check_line(text_of(data, size));
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
  const json control{{"to", "127.0.0.1:5004"}, {"called_by_remote", true}};
  return {input_of(json{{"route", write_route(route)}}.dump()),
          input_of(json{{"link", "up:rate=1mbit,queue=20,delay=5ms;down:off"}}.dump()),
          input_of(json{{"background", "poisson:500"}}.dump()),
          input_of(R"({"seed":4000000000})"),
          input_of(json{{"control", control}}.dump()),
          input_of(R"({"control":{"to":"[::1]:5004","called_by_remote":1}})"),
          input_of(R"({"end":true})"),
          input_of(json{{"report", write_report(report)}}.dump()),
          input_of(R"({"notice":"sentence"})"),
          input_of(R"({"ok":5210})"),
          input_of(R"({"error":"sentence"})"),
          input_of(write_route(route).dump()),
          input_of(write_path({route.near_audio, route.far_audio, 6, 8}).dump()),
          input_of(write_report(report).dump()),
          input_of("\"1.2.3.4:5004\""),
          input_of("\"[fe80::1%1]:5\"")};
}
