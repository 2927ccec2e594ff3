#pragma once
// Runs labs for the window: each is this program's command `lab run` as a process, whose cells are read and judged on a
// thread of this class. GUI thread, but where it is said.
#include <QObject>
#include <QProcess>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "ui/labs/labs_port.h"

class QThread;

namespace jitterscope {

class ProvenanceSource;

class LabRuns : public QObject, public LabsPort {
 public:
  /// `made` outlives this. `in_call` says whether a call is in progress.
  LabRuns(const ProvenanceSource& made, std::function<bool()> in_call);
  ~LabRuns() override;

  const std::vector<LabDefinition>& labs() override;
  std::string why_not(const LabDefinition& lab, const LabRun& run) override;
  std::optional<LabCost> cost(const LabDefinition& lab, const LabRun& run) override;
  std::shared_ptr<const LabResult> example(const LabDefinition& lab) override;
  bool in_call() override { return in_call_(); }
  void start(const LabDefinition& lab, const LabRun& run) override;
  void pause() override { stop(LabPhase::kPaused); }
  void go_on() override;
  void cancel() override { stop(LabPhase::kDone); }
  LabRunState state() override;
  std::vector<EarlierResult> earlier(const LabDefinition& lab) override;
  void open(const std::string& folder, std::function<void(const std::string&)> done) override;
  void read(const std::string& folder, TakeResult take) override;
  std::vector<CellTrace> traces() override;
  std::string save_run(const LabDefinition& lab, const LabRun& run, const std::string& path) override;
  std::string save_page(const LabDefinition& lab, const LabResult& result, const std::string& path) override;
  std::optional<std::pair<const LabDefinition*, LabRun>> load_run(const std::string& path, std::string& error) override;

 private:
  /// What the reading thread makes of a folder.
  struct Reading {
    std::shared_ptr<const LabResult> result;
    std::size_t done = 0, all = 0;
    double seconds_of_cell = 0;
    std::vector<CellTrace> traces;
    std::uint64_t version = 0;
  };
  void launch(bool resume);
  void stop(LabPhase then);
  void ended();
  void read_on();
  static std::optional<Reading> reading_of(const std::string& folder, std::string& error);
  /// Reads and judges a folder on a thread of its own.
  void read_apart(const std::string& folder,
                  std::function<void(std::optional<Reading> reading, const std::string& error)> take);

  const ProvenanceSource& made_;
  const std::function<bool()> in_call_;
  QProcess process_;
  LabRunState state_;
  bool live_ = false;
  std::map<std::string, std::shared_ptr<const LabResult>> examples_;

  std::mutex mutex_;  // of what follows: the reading thread's, too
  std::condition_variable wanted_;
  std::string folder_;
  bool reads_ = false, over_ = false;  // while a lab runs; at the end of this
  Reading reading_;
  std::thread reader_;
  std::set<QThread*> apart_;  // read_apart()'s
};

}  // namespace jitterscope
