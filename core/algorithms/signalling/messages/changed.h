#pragma once
#include <string>
#include <string_view>

namespace jitterscope::message {

/// Its origin is as SettingChanged's.
struct Changed {
  static constexpr int kMostASecond = 40;
  static constexpr std::string_view method = "changed";
  static constexpr std::string_view says =
      "A setting of mine, for your trace. At the beginning `shaping`, `rate-control`, `transport`, `priority.THREAD`, "
      "and what is set of `link`, `background`, `cpu-load`, `video-load`, `recording`.";
  std::string name = {}, value = {}, origin = {};

  template <typename Io>
  void carry(Io& io) {
    io.text("name", name, "of any setting");
    io.text("value", value, "as on the command line");
    io.text("origin", origin, "who asked for it, seen from who says it: `local` or `remote`");
    if constexpr (Io::kReads)
      if (origin != "local" && origin != "remote") io.fail("\"origin\" must be \"local\" or \"remote\"");
  }
};

}  // namespace jitterscope::message
