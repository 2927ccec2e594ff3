#pragma once
#include "core/events/quantity_words.h"
#include "core/events/setting.h"

namespace jitterscope {
namespace setting {

struct BlockSize {
  struct Field {
    int block_size = 1024;
  };
  static constexpr auto field = &Field::block_size;
  using Value = int;
  static constexpr int kLeast = 64, kMost = 8192;
  static constexpr SettingFacts facts{
      .name = "block-size",
      .option = "block-size",
      .label = "Block size",
      .scope = SettingScope::kLocalMedium,
      .takes = "64 to 8192",
      .help = "JPEG bytes a block, at most",
      .at_begin = AtBegin::kNotSaid,
      .in_call = false,
  };
  static std::optional<Value> parse(std::string_view words, [[maybe_unused]] std::string& error) {
    return parse_count(words, kLeast, kMost);
  }
  static std::string words(const Value& value) { return std::to_string(value); }
};

}  // namespace setting

}  // namespace jitterscope
