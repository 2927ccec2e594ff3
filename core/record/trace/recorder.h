#pragma once
// Writes the event log of a call into a .jscope file (SQLite, WAL while recording, one file when closed).
#include "core/events/event.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/record/disk/private_file.h"
#include "core/record/trace/schema.h"
#include "core/record/trace/trace_meta.h"

namespace jitterscope {

/// Recorder thread only. Nothing here throws: a function that returns false has failed for good, error() then holds one
/// sentence for the user and later calls do nothing.
class TraceRecorder {
 public:
  TraceRecorder();
  ~TraceRecorder();  // closes
  TraceRecorder(const TraceRecorder&) = delete;
  TraceRecorder& operator=(const TraceRecorder&) = delete;

  /// Creates the file, of this user alone. What is at `path` already is left alone and is an error. `schema`: the
  /// newest one, or the one before it, to compare them.
  bool begin(const std::string& path, const TraceMeta& meta, std::int32_t schema = trace::kSchemaVersion);
  /// Rewrites what is known of the call: streams after set-up, the conference offset once clocks agree (events written
  /// from then on carry conference times).
  bool set_meta(const TraceMeta& meta);
  /// Appends in log order. Commits when 500 ms have passed since the last commit, so call it at least twice a second,
  /// with an empty span if nothing happened. `now` = local monotonic clock. An event that no reader takes (out of its
  /// column's range, a time that cannot be) is left out; a notice of `now` takes the place of the first one.
  bool write(std::span<const Event> events, Timestamp now);
  /// Commits what was written.
  bool flush();
  /// Commits, folds the WAL into the file and leaves that one file.
  bool close();
  /// Deletes the file with what was written to it. One that took its place is left alone and is an error; so is a file
  /// that was moved.
  bool discard();

  bool recording() const;
  const std::string& error() const { return error_; }
  const std::string& path() const { return path_; }
  /// Size on disk so far, file and WAL.
  std::int64_t bytes() const;

 private:
  struct Database;
  template <typename Work>
  bool attempt(Work work);
  bool fail(const std::string& sentence);
  bool create(const TraceMeta& meta, std::int32_t schema);

  std::unique_ptr<Database> database_;
  std::string path_, error_;
  bool disk_full_ = false;  // that was the last error
  HeldFile held_;           // the file begun, also after an error
};

}  // namespace jitterscope
