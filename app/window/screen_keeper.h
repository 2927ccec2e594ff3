#pragma once
// Asks the desktop not to turn the screen off (org.freedesktop.ScreenSaver). It holds until it is taken back or this
// program ends. GUI thread; the first use connects to the
// session's bus, and nothing waits for an answer.
#include <cstdint>
#include <optional>

#include <QObject>

namespace jitterscope {

class ScreenKeeper : public QObject {
 public:
  ~ScreenKeeper() override;
  void keep_on(bool on);

 private:
  void ask();
  void take_back();

  bool wanted_ = false, asking_ = false;
  std::optional<std::uint32_t> cookie_;  // of what holds
};

}  // namespace jitterscope
