#pragma once
// Plays the sound of a stream of a file, read by the file's tables, on a loudspeaker. GUI thread.
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <QObject>

#include "app/devices/sound_player.h"
#include "app/window/stream_tables.h"
#include "ui/session_port.h"

namespace jitterscope {

class StreamPlayer {
 public:
  using Finished = std::function<void(ExportResult)>;

  /// In place of what is played. `tables` live until stop(). `speaker`: an id of DeviceLists, empty: the first one.
  /// `finished` as of SessionPort::play_stream().
  void play(StreamTables& tables, std::size_t stream, std::optional<double> from_s, const std::string& speaker,
            Finished finished);
  /// Ends the sound and the reading for it; nobody is told.
  void stop();
  /// As stop(), and the one who asked is told so later.
  void refuse(const std::string& sentence);
  bool active() const { return finished_ != nullptr; }
  /// The moment that is heard, in seconds of the file; absent: nothing is, or not yet.
  std::optional<double> at_s() const;

 private:
  void begin(int number, const std::shared_ptr<StreamSound>& sound, const std::string& why, const std::string& speaker);
  void finish(int number, const ExportResult& result);
  void fall_silent();
  void later(std::function<void()> what);

  int number_ = 0;                  // of the last play() or stop()
  StreamTables* tables_ = nullptr;  // asked last; null: none, or they were told that it is wanted no longer
  Finished finished_;
  double from_s_ = 0;  // of the sound
  bool cut_ = false;
  QObject gui_;                          // what other threads say is done in its thread, while it lives
  std::unique_ptr<SoundPlayer> player_;  // null until something was played
};

}  // namespace jitterscope
