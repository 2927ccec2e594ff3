// The words of options and of changes during a call. First byte: which option.
#include "app/command_line/call_options.h"
#include "core/algorithms/playout/policy_definition.h"
#include "core/algorithms/signalling/messages.h"
#include "core/base/net/host_port.h"
#include "core/events/quantity_words.h"
#include "core/events/words.h"
#include "core/lab/engine/lab_settings.h"
#include "core/record/import/payload_rule.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

namespace {

template <typename Setting>
void check(const std::optional<Setting>& setting, const std::optional<Setting>& again) {
  if (setting) require(again && *again == *setting, "what is written reads back");
}

template <typename Setting>
void without_reason(std::string_view words) {
  const auto setting = Setting::parse(words);
  if (setting) check(setting, Setting::parse(setting->to_string()));
}

template <typename Setting>
void with_reason(std::string_view words) {
  std::string error;
  const auto setting = Setting::parse(words, error);
  require(setting.has_value() || !error.empty(), "what cannot be read has a reason");
  if (setting) check(setting, Setting::parse(setting->to_string(), error));
}

void read_several(std::string_view words) {
  std::string error;
  require(setting::Playout::parse_all(words, error) || !error.empty(), "no playout has a reason");
  error.clear();
  require(parse_priorities(words, error) || !error.empty(), "no priorities have a reason");
  error.clear();
  require(parse_scripted(std::string(words), error) || !error.empty(), "no command has a reason");
  error.clear();
  require(parse_payload_rule(words, error) || !error.empty(), "no rule has a reason");
}

void read_quantities(std::string_view words) {
  if (const auto rate = parse_rate(words)) require(parse_rate(words_of(*rate)) == rate, "a rate reads back");
  if (const auto time = parse_duration(words)) require(parse_duration(words_of(*time)) == time, "a time reads back");
  if (const auto share = parse_share(words))
    require(parse_share(words_of_share(*share)) == share, "a share reads back");
  parse_bytes(words);
  parse_decimal(words);
  parse_count(words, 1, 100);
  parse_numbers(std::string(words), 0, 100);
}

void read_names(std::string_view words) {
  const auto host_port = parse_host_port(words, 5004);
  if (host_port) require(parse_host_port(host_port->to_string(), 0) == host_port, "a host and port read back");
  const auto equals = words.find('=');
  const auto setting = parse_asked(words.substr(0, equals), equals == words.npos ? words : words.substr(equals + 1));
  if (setting) require(parse_asked(name_of(*setting), words_of(*setting)).has_value(), "a setting reads back");
  value_of_word<Transport>(words);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  const std::uint8_t choice = input.byte();
  const auto rest = input.rest();
  const std::string_view words = text_of(rest.data(), rest.size());
  switch (choice % 10) {
    case 0: without_reason<ShapingSetting>(words); break;
    case 1: without_reason<PrioritySetting>(words); break;
    case 2: without_reason<VideoSourceSetting>(words); break;
    case 3: without_reason<AudioSourceSetting>(words); break;
    case 4: without_reason<PlayoutSetting>(words); break;
    case 5: with_reason<TrendSetting>(words); break;
    case 6: with_reason<RateControlSetting>(words); break;
    case 7: read_quantities(words); break;
    case 8: read_names(words); break;
    default: read_several(words);
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  // By option.
  const std::vector<const char*> words[] = {
      {"5,12.5", "c"},
      {"realtime:30", "deadline:5/20.5", "slice:0.1", "nice:-5"},
      {"synthetic:640x480@15", "camera:x", "file:/tmp/a"},
      {"microphone:1", "speech"},
      {"i:60", "queue-monitoring"},
      {"low=0.3,high=0.6,epsilon=1ms", "preset=pathload", "pct-low=0.1,pdt-high=0.9"},
      {"two-stream,min=30kbit,max=4mbit,keep=motion,low=0.3", "fixed:500kbit"},
      {"28.8kbit", "0.25ms", "12.5%", "32kb", "0,2,6"},
      {"[fe80::1%eth0]:5004", "host.example:80", "1.2.3.4", "priority.audio-send=realtime:20", "audio-block=171",
       "shaping=3,60"},
      {"audio=ramjee4,video=i:100", "i:60", "audio-send=realtime,video-send=nice", "shaping=remote:c",
       "priority.video-send=both:default", "link=rate=1mbit", "background=500", "rate-control=two-stream,max=500kbit",
       "playout=audio=ramjee4", "receive-processor=0", "demonstrate=priority", "cpu-load=2", "118=AMR/8000",
       "96=video/90000", "marker=x", "transport=tcp", "audio-block=both:171"}};
  std::vector<FuzzInput> seeds;
  for (std::uint8_t option = 0; option < std::size(words); ++option)
    for (const char* text : words[option]) seeds.push_back(tagged({option}, input_of(text)));
  return seeds;
}
