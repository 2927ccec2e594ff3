#pragma once
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope::setting {

struct CpuLoad : WholeNumber<0, 64> {
  struct Field {
    int cpu_load = 0;
  };
  static constexpr auto field = &Field::cpu_load;
  static constexpr SettingFacts facts{
      .name = "cpu-load",
      .option = "cpu-load",
      .label = "Counter processes",
      .scope = SettingScope::kEndpoint,
      .takes = "0 to 64",
      .help = "counter processes on this machine",
      .told_at_begin = true,
  };
};

}  // namespace jitterscope::setting
