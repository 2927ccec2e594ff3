// A trace of a stranger's without names. First byte: even: the settings of its meta table; odd: the name of a setting
// and, after a new line, its value. kName must not be in what stays, wherever it stood.
#include <nlohmann/json.hpp>

#include "core/events/kinds/setting_changed.h"
#include "core/record/trace/anonymous.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

namespace {

constexpr std::string_view kName = "Quentin";

void require_neutral(std::string_view words) {
  require(words.find(kName) == std::string_view::npos, "no name stays");
}

bool is_documentation(const std::string& address) {
  return address.empty() || address == "::" || address == "0.0.0.0" || address.starts_with("192.0.2.") ||
         address.starts_with("2001:db8::");
}

void check_settings(std::string_view words) {
  TraceMeta meta;
  meta.host = kName;
  meta.settings_json = words;
  meta.streams.resize(2);
  meta.streams[0].local_address = words;
  meta.streams[1].remote_address = kName;
  trace::leave_out_names(meta);
  require_neutral(meta.host);
  for (const TraceStream& stream : meta.streams)
    require(is_documentation(stream.local_address) && is_documentation(stream.remote_address), "addresses of nobody");
  const auto settings = nlohmann::ordered_json::parse(meta.settings_json, nullptr, false);
  require(settings.is_object(), "settings stay an object");
  for (const auto& [key, value] : settings.items()) {
    if (value.is_string() || value.is_structured()) require_neutral(key + value.dump());
  }
  trace::leave_out_names(meta);  // "synthetic" alone, of which the rest could not be read, gets its default size
  const std::string twice = meta.settings_json;
  trace::leave_out_names(meta);
  require(meta.settings_json == twice, "what is neutral stays");
}

void check_value(std::string_view setting, std::string_view value) {
  const std::string neutral = trace::neutral_value(setting, value);
  require_neutral(neutral);
  const std::string twice = trace::neutral_value(setting, neutral);
  require(trace::neutral_value(setting, twice) == twice, "a neutral value stays");

  Event event = SettingChanged{ShortText<32>(setting), ShortText<160>(value), End::kRemote, ShortText<16>(value), {}};
  trace::leave_out_names(event);
  const auto& changed = get<SettingChanged>(event);
  for (const std::string_view words : {changed.name.view(), changed.value.view(), changed.origin.view()})
    require_neutral(words);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  const std::uint8_t choice = input.byte();
  const auto rest = input.rest();
  const std::string_view text = text_of(rest.data(), rest.size());
  if (choice % 2 == 0) return check_settings(text), 0;
  const auto end = std::min(text.find('\n'), text.size());
  check_value(text.substr(0, end), text.substr(std::min(end + 1, text.size())));
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds{
      tagged({0}, input_of(R"({"video":"camera:/Quentin","audio":"file:/Quentin/a.wav","fps":null,"jpeg_quality":75,)"
                           R"("subsampling":"4:2:0","loss_policy":"stripes","discard_late_frames":false,)"
                           R"("shaping":"5,12.5","priority":{"audio-send":"realtime","Quentin":"nice"}})")),
      tagged({0}, input_of(R"({"playout_audio":"ramjee4","link":"up:rate=1mbit,trace=/Quentin;down:off",)"
                           R"("rate_control":"replay:/Quentin","transport":"tcp","Quentin":["Quentin"]})")),
      tagged({0}, input_of("2001:db8::Quentin"))};
  for (const char* text :
       {"video\nsynthetic:320x240@30", "video\ncamera:Quentin", "audio\nmicrophone:Quentin",
        "recording\nsound and pictures", "playout.audio\nfixed:40", "rate-control\nreplay:/Quentin",
        "rate-control\ntwo-stream,min=50kbit", "link\nup:rate=1mbit,trace=/Quentin;down:off", "background\npoisson:500",
        "demonstration\nbefore shaping", "priority.audio-send\nrealtime:20", "receive-processor\nany",
        "Quentin\nQuentin", "cpu-load\n4"})
    seeds.push_back(tagged({1}, input_of(text)));
  return seeds;
}
