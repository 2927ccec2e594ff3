#pragma once
#include <cstdint>
#include <string_view>

namespace jitterscope::message {

struct Done {
  static constexpr std::string_view answers = "change or keepalive";
  static constexpr std::string_view says = "It was done. Whatever the result says, it is read as that.";
  std::int64_t id = 0;

  template <typename Io>
  void carry(Io& io) {
    bool applied = true;
    if constexpr (!Io::kReads) io.flag("applied", applied, "always true");
  }
};

}  // namespace jitterscope::message
