#pragma once
// The labs' window's only way to the program; the wiring in app/ implements it. Every function is called on the GUI
// thread and returns at once: a lab is a process of its own, and results are judged on another thread.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/lab/engine/lab.h"

namespace jitterscope {

enum class LabPhase { kIdle, kRunning, kPaused, kDone, kFailed };

/// The run that goes on, or the last one.
struct LabRunState {
  std::string lab = {};  // its name; empty: there was none
  LabPhase phase = LabPhase::kIdle;
  std::size_t done = 0, all = 0;                 // cells
  std::optional<double> seconds_left = {};       // while it runs
  std::string sentence = {};                     // what failed and what to do
  std::string folder = {};                       // of its results
  std::shared_ptr<const LabResult> result = {};  // of the cells that are done so far; null: none yet
  std::uint64_t version = 0;                     // of the result: another one has another
};

struct LabCost {
  std::size_t cells = 0;
  double seconds = 0;
  std::string remark = {};  // on the machine as it is now; empty: none
};

/// A result that an earlier run left.
struct EarlierResult {
  std::string folder, label;  // label: when, in which mode
};

/// A cell whose call was recorded.
struct CellTrace {
  std::string cell, path;
};

class LabsPort {
 public:
  virtual ~LabsPort() = default;
  /// In the order in which they are shown.
  virtual const std::vector<LabDefinition>& labs() = 0;
  /// Why such a run cannot be, one sentence; empty: it can.
  virtual std::string why_not(const LabDefinition& lab, const LabRun& run) = 0;
  /// What it takes on this machine; nullopt where it cannot be.
  virtual std::optional<LabCost> cost(const LabDefinition& lab, const LabRun& run) = 0;
  /// A result that comes with the program; null: there is none.
  virtual std::shared_ptr<const LabResult> example(const LabDefinition& lab) = 0;
  virtual bool in_call() = 0;

  /// One at a time; nothing happens while one runs.
  virtual void start(const LabDefinition& lab, const LabRun& run) = 0;
  /// The cells that run are ended, those that are done stay, and go_on() does the others.
  virtual void pause() = 0;
  virtual void go_on() = 0;
  /// As pause(), and its result is written as it is.
  virtual void cancel() = 0;
  virtual LabRunState state() = 0;

  /// The newest first.
  virtual std::vector<EarlierResult> earlier(const LabDefinition& lab) = 0;
  /// Makes the result of a folder that of state(), paused where cells are missing. It is read on another thread, and
  /// `done` called on this one: with why it cannot be, or with nothing.
  virtual void open(const std::string& folder, std::function<void(const std::string& error)> done) = 0;
  /// The result of another folder, to compare with, as open(); null: `error` says why.
  using TakeResult = std::function<void(std::shared_ptr<const LabResult> result, const std::string& error)>;
  virtual void read(const std::string& folder, TakeResult take) = 0;
  virtual std::vector<CellTrace> traces() = 0;

  /// Writes the parameters, or the result as a page (by the suffix: html or pdf). Empty: it is done.
  virtual std::string save_run(const LabDefinition& lab, const LabRun& run, const std::string& path) = 0;
  virtual std::string save_page(const LabDefinition& lab, const LabResult& result, const std::string& path) = 0;
  /// The lab and its run that such a file names. nullopt: `error` says why.
  virtual std::optional<std::pair<const LabDefinition*, LabRun>> load_run(const std::string& path,
                                                                          std::string& error) = 0;
};

}  // namespace jitterscope
