#pragma once
// The recorder thread: writes batches of events into a trace file, far from the media threads. Its queue is bounded:
// when the disk cannot keep up, batches are dropped and counted.
#include "core/events/event.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/realtime/realtime_thread.h"
#include "core/record/trace/recorder.h"

namespace jitterscope {

class RecorderThread {
 public:
  /// Creates the file now. Throws std::runtime_error with a sentence when it cannot.
  RecorderThread(const std::string& path, const TraceMeta& meta);
  /// Writes what is queued and closes the file.
  ~RecorderThread();

  /// Analysis thread; never waits for the disk. `batch` is empty then, with the room of one that was written.
  void submit(std::vector<Event>& batch);
  /// Any thread.
  std::int64_t bytes() const { return bytes_.load(); }
  std::int64_t dropped() const { return dropped_.load(); }
  const std::string& path() const { return path_; }
  std::string error() const;
  /// Writes what is queued, and when the call ended, if it has, and closes the file; then error() is final. Nothing may
  /// be submitted any more.
  void finish(std::optional<Timestamp> call_ended);
  /// Ends the recording and deletes its file. Empty: it is gone; else a sentence. Nothing may be submitted any more.
  std::string discard();

 private:
  void run(std::stop_token stop);
  void note_error();
  std::vector<std::vector<Event>> take_all();
  void give_back(std::vector<std::vector<Event>> written);

  const std::string path_;
  TraceMeta meta_;
  TraceRecorder recorder_;
  mutable std::mutex mutex_;
  std::condition_variable_any filled_;
  std::vector<std::vector<Event>> queue_, spare_;
  std::size_t queued_events_ = 0;
  bool discards_ = false;
  std::string error_;
  std::atomic<std::int64_t> bytes_{0}, dropped_{0};
  std::unique_ptr<RealtimeThread> thread_;
};

}  // namespace jitterscope
