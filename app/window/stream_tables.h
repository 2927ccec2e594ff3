#pragma once
// The streams of a file with all their figures, and the packets of one of them, read and measured on a thread of its
// own, which goes over the file anew: only where somebody looks at them.
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/measures/views/file/file_streams.h"
#include "core/measures/views/file/packet_row.h"
#include "core/record/open/open_options.h"
#include "core/record/sound/stream_sound.h"

namespace jitterscope {

struct AnalysisInput;

class StreamTables {
 public:
  /// Begins to read.
  StreamTables(std::string path, OpenOptions options);
  ~StreamTables();  // stopped and awaited: at once only if it has ended

  // Any thread; return at once.
  /// Returns what is known so far, stream by stream; null until the file has been read.
  std::shared_ptr<const FileStreams> streams() const;
  /// Returns the packets of this stream of the file; null until they are listed. Asking begins that.
  std::shared_ptr<const StreamPackets> packets(std::size_t stream);
  /// Reads the sound of this stream, once its streams are known: read_sound(). `take` is called on the thread of this,
  /// once: without a sound `why` says what is wrong, of a file that cannot be read what is wrong with that. It is not
  /// called when another sound is asked for before, or stop_sound(), or stop(). A sound of the stream that was read
  /// last takes no reading: KeptSound.
  using TakeSound = std::function<void(std::optional<StreamSound>, const std::string& why)>;
  void ask_sound(std::size_t stream, std::optional<double> from_s, TakeSound take);
  /// Forgets the sound that was asked for, and ends its reading.
  void stop_sound();
  /// Figures are of that stretch of the file alone; absent: of all of it.
  void set_stretch(const std::optional<Stretch>& stretch);
  /// A stage of reading or measuring goes on until its end.
  void stop();
  bool ended() const;

 private:
  std::string run(const std::stop_token& stop);
  void tell_trouble(const std::string& trouble, const std::stop_token& stop);
  void measure(const AnalysisInput& input, const std::stop_token& stop);
  void measure_stretch(const AnalysisInput& input, const Stretch& stretch);
  struct AskedSound {
    std::size_t stream = 0;
    std::optional<double> from_s;
    TakeSound take;
  };
  void give_sound(const AnalysisInput& input, const std::stop_token& stop);
  void serve_asked(const AnalysisInput& input, const std::stop_token& stop);
  void list_packets(const AnalysisInput& input, std::size_t stream);
  std::optional<std::size_t> asked_stream() const;  // whose packets are still to be listed
  bool has_work() const;
  void publish(FileStreams streams);

  const std::string path_;
  const OpenOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable_any asked_;
  std::shared_ptr<const FileStreams> streams_;
  std::shared_ptr<const StreamPackets> packets_;
  std::optional<std::size_t> wanted_;
  std::optional<AskedSound> asked_sound_;
  std::size_t read_sound_of_ = 0;   // the stream whose sound is read, or was last
  std::stop_source read_sound_;     // stops that
  KeptSound kept_sound_;            // of its thread
  std::optional<Stretch> stretch_;  // that is asked for
  bool ended_ = false;
  std::jthread thread_;
};

}  // namespace jitterscope
