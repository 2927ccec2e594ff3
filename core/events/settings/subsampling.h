#pragma once
#include "core/events/setting.h"

namespace jitterscope {

enum class Subsampling : std::uint8_t { k420, k422 };

namespace setting {

struct Subsampling {
  struct Field {
    jitterscope::Subsampling subsampling = jitterscope::Subsampling::k420;
  };
  static constexpr auto field = &Field::subsampling;
  using Value = jitterscope::Subsampling;
  static constexpr std::array<std::string_view, 2> kChoices{"4:2:0", "4:2:2"};
  static constexpr SettingFacts facts{
      .name = "subsampling",
      .option = "subsampling",
      .label = "Chroma subsampling",
      .scope = SettingScope::kLocalMedium,
      .takes = "420 or 422",
      .help = "420 (RFC 2435 type 1) or 422 (type 0)",
      .at_begin = AtBegin::kNotSaid,
      .remembered = true,
  };
  static std::optional<Value> parse(std::string_view words, std::string&) {
    if (words == "420" || words == kChoices[0]) return Value::k420;
    if (words == "422" || words == kChoices[1]) return Value::k422;
    return std::nullopt;
  }
  static std::string words(const Value& value) { return std::string(kChoices[static_cast<std::size_t>(value)]); }
};

}  // namespace setting
}  // namespace jitterscope
