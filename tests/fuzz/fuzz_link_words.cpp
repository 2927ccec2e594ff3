// The words of --link and --background.
#include "core/events/link_setting.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

namespace {

template <typename Setting>
void read(std::string_view words) {
  std::string error;
  const auto setting = Setting::parse(words, error);
  require(setting.has_value() || !error.empty(), "what cannot be read has a reason");
  if (!setting) return;
  const std::string written = setting->to_string();
  const auto again = Setting::parse(written, error);
  require(again && *again == *setting, "what is written reads back");
  require(again->to_string() == written, "and is written the same");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view words = text_of(data, size);
  read<LinkSetting>(words);
  read<LinkSettings>(words);
  read<BackgroundSetting>(words);
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  for (const LinkPreset& preset : link_presets()) {
    seeds.push_back(input_of(preset.name));
    seeds.push_back(input_of(preset.words));
  }
  for (const char* words :
       {"rate=28.8kbit,queue=10,queue=32000b,audio-first,delay=20ms,jitter=5ms,distribution=lomax,correlation=25%",
        "line-loss=1%,line-gemodel=1%/10%/70%/0,line-duplicate=0.1%,line-reorder=1%,order=free,spikes=900ms/10s/1s",
        "rate=1mbit,at=10s:rate=50kbit,at=20s:delay=5ms,at=30s:rate=1gbit:delay=1us", "trace=FILE,delay=3ms",
        "ethernet=10mbit,stations=5", "rate=1mbit,queue=20,path=kernel", "up:rate=1mbit;down:delay=20ms",
        "rate 1mbit limit 20 loss 1% gemodel 1% 10% 70% 0.1% duplicate 1% reorder 25% pareto",
        "500,burst=8,constant,size=512", "off",
        "up:3g,limit=10/32000b,gemodel=1%/10%/70%/0,at=10s:rate=50kbit:delay=1.5ms;down:spikes=900ms/10s/1s",
        "loss=1%,gemodel=1%/10%/70%/0,limit=20,distribution=pareto"})
    seeds.push_back(input_of(words));
  return seeds;
}
