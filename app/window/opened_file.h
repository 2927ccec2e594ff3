#pragma once
// A file shown instead of a call: read and measured on a thread of its own. Of a long trace the end is shown at once,
// while a further thread reads the whole; a further one reads the stretch of time that is selected.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/window/stretch_picture.h"
#include "core/record/open/opened_call.h"

namespace jitterscope {

class OpenedFile {
 public:
  /// Is called once, on the file's own thread, unless stop() came first: what is shown, or why it cannot be.
  using Finished = std::function<void(bool opened, const std::string& sentence)>;

  using Open = std::function<std::optional<OpenedCall>(const std::string&, std::string& error, std::stop_token)>;

  /// Begins to read. `open_end`: what can be shown before the whole; nothing where that comes soon. `open_stretch`:
  /// empty: as open_stretch() without options.
  OpenedFile(std::string path, const AnalysisQuery& query, Finished finished, Open open = open_with({}),
             Open open_end = end_of, StretchPicture::Open open_stretch = {});
  static Open open_with(const OpenOptions& options);
  static std::optional<OpenedCall> end_of(const std::string& path, std::string& error, std::stop_token stop) {
    return jitterscope::open_end(path, error, std::move(stop));
  }
  static StretchPicture::Open open_stretch_with(const std::string& path, const OpenOptions& options);
  ~OpenedFile();  // stopped and awaited: at once only if it has ended

  /// Returns at once; a stage of reading or a snapshot being made goes on until its end.
  void stop() {
    thread_.request_stop();
    stretch_.stop();
  }
  bool ended() const { return ended_ && stretch_.ended(); }

  // Any thread; return at once.
  const std::string& path() const { return path_; }
  /// Null until it is read. A new one after each other query. While a time is selected, with the figures of that
  /// stretch as soon as it is read; until then as before.
  std::shared_ptr<const CallSnapshot> snapshot() const;
  /// The wall clock at second 0, ms since 1970; absent where the file does not tell.
  std::optional<std::int64_t> began_at() const;
  /// Empty until it is read.
  std::vector<FileStream> streams() const;
  void set_query(const AnalysisQuery& query);

 private:
  void run(std::stop_token stop);
  void show(std::stop_token stop, bool& told);
  /// Until `until` is set: there is something else to show.
  void show_call(OpenedCall& call, const std::stop_token& stop, bool& told, const std::atomic<bool>& until);
  static AnalysisQuery of_whole(AnalysisQuery query, const std::optional<AnalysisQuery>& before);
  std::string why_not_shown() const;
  void tell_trouble(const std::string& trouble);
  void make_snapshot(OpenedCall& call, const AnalysisQuery& query);

  const std::string path_;
  const Finished finished_;
  const Open open_, open_end_;
  std::atomic<bool> ended_{false};
  mutable std::mutex mutex_;
  std::condition_variable_any asked_;
  AnalysisQuery query_;
  std::shared_ptr<const CallSnapshot> snapshot_;  // of the whole
  mutable SnapshotWithStretch shown_;
  std::optional<std::int64_t> began_at_;
  std::vector<FileStream> streams_;
  StretchPicture stretch_;
  std::jthread thread_;
};

}  // namespace jitterscope
