#pragma once
// The other end of a demo call that the window begins: this program once more, without a window, with a moving picture
// and synthetic speech, at a port of the loopback interface, for one call. It cannot outlive this program. GUI thread.
#include <cstdint>
#include <functional>
#include <optional>

#include <QByteArray>
#include <QObject>
#include <QTimer>

class QProcess;

namespace jitterscope {

class DemoEnd : public QObject {
 public:
  /// The port at 127.0.0.1 where it waits for a call; absent: `why_not` is a sentence.
  using Ready = std::function<void(std::optional<std::uint16_t> port, const std::string& why_not)>;

  DemoEnd();
  ~DemoEnd() override;
  /// Returns at once; `ready` is called once. The one before, if it is still there, ends.
  void start(Ready ready);
  /// Nobody will call it.
  void stop() { leave_process(); }

 private:
  void read_words();
  void answer(std::optional<std::uint16_t> port, const std::string& why_not);
  void leave_process();

  Ready ready_;
  QProcess* process_ = nullptr;
  QByteArray said_;  // until it is ready
  QTimer limit_;
};

/// The port in "Listening on port 5004. …", among other lines.
std::optional<std::uint16_t> port_in(const QByteArray& words);

}  // namespace jitterscope
