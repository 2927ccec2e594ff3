#include "app/labs/lab_runs.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QThread>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "app/labs/lab_file.h"
#include "core/base/realtime/processors.h"
#include "core/lab/engine/cell_results.h"
#include "core/lab/engine/runner.h"
#include "core/lab/labs.h"
#include "ui/handout/lab_page.h"
#include "ui/own_files.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto kReadAgain = std::chrono::milliseconds(500);
constexpr int kEndWithin_ms = 3000;
constexpr const char* kLabFile = "lab.json";  // of a folder: what is run

QString labs_folder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/labs";
}

LabDefinition anywhere(LabDefinition lab) {
  lab.lacks = {};  // judging needs nothing of the machine
  return lab;
}

std::string written(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out << bytes;
  out.close();
  return out ? "" : fmt::format("{} cannot be written.", path);
}

std::optional<std::pair<const LabDefinition*, LabRun>> named_run(const Json& json, std::string& error) {
  auto of = lab_run_from(json, error);
  if (!of) return std::nullopt;
  const LabDefinition* lab = find_lab(of->first);
  if (!lab) error = fmt::format("there is no lab {}", of->first);
  return lab ? std::optional(std::pair(lab, std::move(of->second))) : std::nullopt;
}

/// The result of a content; nullptr: `error` says why.
std::shared_ptr<const LabResult> result_of_content(const CellFileContent& content, std::string& error) {
  const auto named = named_run(content.run, error);
  if (!named) return nullptr;
  const LabDefinition lab = anywhere(*named->first);
  const auto run = prepared_run(lab, named->second, error);
  return run ? std::make_shared<const LabResult>(result_of_cells(lab, *run, content)) : nullptr;
}

}  // namespace

LabRuns::LabRuns(const ProvenanceSource& made, std::function<bool()> in_call)
    : made_(made), in_call_(std::move(in_call)), reader_([this] { read_on(); }) {
  connect(&process_, &QProcess::finished, this, [this] { ended(); });
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) ended();
  });
}

LabRuns::~LabRuns() {
  process_.disconnect(this);
  if (process_.state() != QProcess::NotRunning) {
    process_.terminate();
    if (!process_.waitForFinished(kEndWithin_ms)) process_.kill(), process_.waitForFinished(kEndWithin_ms);
  }
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  wanted_.notify_all();
  reader_.join();
  for (QThread* thread : apart_) {
    thread->wait();
    delete thread;
  }
}

const std::vector<LabDefinition>& LabRuns::labs() {
  return jitterscope::labs();
}

std::string LabRuns::why_not(const LabDefinition& lab, const LabRun& run) {
  std::string error;
  prepared_run(lab, run, error);
  return error;
}

std::optional<LabCost> LabRuns::cost(const LabDefinition& lab, const LabRun& run) {
  std::string error;
  const auto prepared = prepared_run(anywhere(lab), run, error);
  if (!prepared) return std::nullopt;
  const std::size_t cells = cells_of(lab.design(*prepared), prepared->seed).size();
  return LabCost{cells, expected_seconds(lab, *prepared, cells), run.live ? foreign_load_words() : ""};
}

std::shared_ptr<const LabResult> LabRuns::example(const LabDefinition& lab) {
  const auto known = examples_.find(lab.name);
  if (known != examples_.end()) return known->second;
  std::shared_ptr<const LabResult> result;
  QFile file(QString::fromStdString(":/labs/" + lab.name + ".jsonl"));
  std::string error;
  if (file.open(QIODevice::ReadOnly))
    if (const auto content = cells_of_text(file.readAll().toStdString(), error))
      result = result_of_content(*content, error);
  return examples_[lab.name] = result;
}

void LabRuns::start(const LabDefinition& lab, const LabRun& run) {
  if (process_.state() != QProcess::NotRunning) return;
  const QString name = QString::fromStdString(lab.name) + QDateTime::currentDateTime().toString("-yyyy-MM-dd-hhmmss");
  make_own_folder(QFileInfo(labs_folder()).path());
  make_own_folder(labs_folder());
  state_ = {.lab = lab.name, .folder = (labs_folder() + "/" + name).toStdString()};
  make_own_folder(QString::fromStdString(state_.folder));
  live_ = run.live;
  state_.sentence = written(std::filesystem::path(state_.folder) / kLabFile, to_json(lab, run).dump(1) + "\n");
  if (!state_.sentence.empty()) state_.phase = LabPhase::kFailed;
  {
    const std::lock_guard lock(mutex_);
    folder_ = state_.folder;
    const std::uint64_t version = reading_.version;
    reading_ = {};
    reading_.all = cost(lab, run).value_or(LabCost{}).cells;
    reading_.version = version;
  }
  if (state_.sentence.empty()) launch(false);
}

void LabRuns::launch(bool resume) {
  const QString folder = QString::fromStdString(state_.folder);
  QStringList words{"lab", "run", folder + "/" + kLabFile, "--out", folder};
  if (resume) words << "--resume";
  process_.setProgram("/proc/self/exe");
  process_.setArguments(words);
  process_.setStandardInputFile(QProcess::nullDevice());
  process_.setStandardOutputFile(QProcess::nullDevice());
  state_.phase = LabPhase::kRunning;
  state_.sentence.clear();
  {
    const std::lock_guard lock(mutex_);
    reads_ = true;
  }
  wanted_.notify_all();
  process_.start(QIODevice::ReadOnly);
}

void LabRuns::go_on() {
  if (state_.phase == LabPhase::kPaused && process_.state() == QProcess::NotRunning) launch(true);
}

void LabRuns::stop(LabPhase then) {
  if (state_.phase == LabPhase::kPaused && process_.state() == QProcess::NotRunning) state_.phase = then;
  if (process_.state() == QProcess::NotRunning) return;
  state_.phase = then;
  process_.terminate();
}

void LabRuns::ended() {
  {
    const std::lock_guard lock(mutex_);
    reads_ = false;  // read once more, and no more
  }
  wanted_.notify_all();
  if (state_.phase != LabPhase::kRunning) return;
  const bool good = process_.exitStatus() == QProcess::NormalExit && process_.exitCode() == 0;
  state_.phase = good ? LabPhase::kDone : LabPhase::kFailed;
  if (good) return;
  const QStringList lines = QString::fromUtf8(process_.readAllStandardError()).split('\n', Qt::SkipEmptyParts);
  state_.sentence = "The lab failed.";
  for (const QString& line : lines)
    if (!line.contains("% ") && !line.startsWith("What was done")) state_.sentence = line.toStdString();
}

LabRunState LabRuns::state() {
  const std::lock_guard lock(mutex_);
  state_.result = reading_.result && reading_.result->lab == state_.lab ? reading_.result : nullptr;
  state_.version = reading_.version;
  state_.done = reading_.done;
  state_.all = reading_.all;
  state_.seconds_left.reset();
  const double workers = live_ ? 1 : static_cast<double>(std::max<std::size_t>(1, allowed_processors().size()));
  if (state_.phase == LabPhase::kRunning && state_.done > 0)
    state_.seconds_left =
        reading_.seconds_of_cell * static_cast<double>(state_.all - std::min(state_.all, state_.done)) / workers;
  return state_;
}

std::optional<LabRuns::Reading> LabRuns::reading_of(const std::string& folder, std::string& error) {
  const auto content = read_cells(folder, error);
  if (!content) return std::nullopt;
  Reading reading;
  const auto named = named_run(content->run, error);
  const auto run = named ? prepared_run(anywhere(*named->first), named->second, error) : std::nullopt;
  if (!run) return std::nullopt;
  reading.result = std::make_shared<const LabResult>(result_of_cells(*named->first, *run, *content));
  reading.done = content->cells.size();
  reading.all = cells_of(named->first->design(*run), run->seed).size();
  for (const CellRecord& cell : content->cells) {
    reading.seconds_of_cell += cell.seconds / static_cast<double>(content->cells.size());
    if (!cell.figures.trace.empty())
      reading.traces.push_back({cell.key, std::filesystem::path(folder) / cell.figures.trace});
  }
  return reading;
}

/// The reading thread: judges what is new of the run that goes on.
void LabRuns::read_on() {
  std::uintmax_t known = 0;
  std::string folder;
  bool last = false;
  for (std::unique_lock lock(mutex_); !over_;) {
    if (!reads_ && last) wanted_.wait(lock, [this] { return over_ || reads_; });
    if (over_) return;
    if (folder != folder_) folder = folder_, known = 0;
    last = !reads_;
    lock.unlock();
    std::error_code none;
    const auto size = std::filesystem::file_size(std::filesystem::path(folder) / kCellFile, none);
    std::string error;
    const auto began = std::chrono::steady_clock::now();
    auto reading = none || size == known ? std::nullopt : reading_of(folder, error);
    const auto took = std::chrono::steady_clock::now() - began;
    lock.lock();
    if (reading && folder == folder_) {
      known = size;
      reading->version = reading_.version + 1;
      reading_ = std::move(*reading);
    }
    // A sixth of a processor at most: a live lab is not to measure this.
    if (!last)
      wanted_.wait_for(lock, std::max<decltype(took)>(kReadAgain, 5 * took), [this] { return over_ || !reads_; });
  }
}

std::vector<EarlierResult> LabRuns::earlier(const LabDefinition& lab) {
  std::vector<EarlierResult> all;
  const QDir folder(labs_folder());
  for (const QFileInfo& entry :
       folder.entryInfoList({QString::fromStdString(lab.name) + "-*"}, QDir::Dirs, QDir::Name)) {
    if (!QFileInfo::exists(entry.filePath() + "/" + kCellFile)) continue;
    const QString when = entry.fileName().mid(static_cast<qsizetype>(lab.name.size()) + 1);
    const auto time = QDateTime::fromString(when, "yyyy-MM-dd-hhmmss");
    std::string error;
    std::ifstream in((entry.filePath() + "/" + kLabFile).toStdString());
    const auto run = lab_run_from(Json::parse(in, nullptr, false), error);
    all.push_back(
        {entry.filePath().toStdString(), (time.isValid() ? time.toString("yyyy-MM-dd hh:mm:ss") : when).toStdString() +
                                             (!run               ? ""
                                              : run->second.live ? ", live"
                                                                 : ", simulated")});
  }
  std::ranges::reverse(all);
  return all;
}

void LabRuns::read_apart(const std::string& folder,
                         std::function<void(std::optional<Reading>, const std::string&)> take) {
  struct Read {
    std::optional<Reading> reading;
    std::string error;
  };
  const auto read = std::make_shared<Read>();
  QThread* thread = QThread::create([read, folder] { read->reading = reading_of(folder, read->error); });
  apart_.insert(thread);
  connect(thread, &QThread::finished, this, [this, thread, read, take = std::move(take)] {
    apart_.erase(thread);
    thread->deleteLater();
    take(std::move(read->reading), read->error);
  });
  thread->start();
}

void LabRuns::open(const std::string& folder, std::function<void(const std::string&)> done) {
  read_apart(folder, [this, folder, done = std::move(done)](std::optional<Reading> reading, const std::string& error) {
    if (!reading) return done(error);
    if (process_.state() != QProcess::NotRunning)
      return done("A lab runs: an earlier result can be opened when it has ended.");
    live_ = reading->result->mode == "live";
    state_ = {.lab = reading->result->lab,
              .phase = reading->done < reading->all ? LabPhase::kPaused : LabPhase::kDone,
              .folder = folder};
    {
      const std::lock_guard lock(mutex_);
      folder_ = folder;
      reading->version = reading_.version + 1;
      reading_ = std::move(*reading);
    }
    done({});
  });
}

void LabRuns::read(const std::string& folder, TakeResult take) {
  read_apart(folder, [take = std::move(take)](const std::optional<Reading>& reading, const std::string& error) {
    take(reading ? reading->result : nullptr, error);
  });
}

std::vector<CellTrace> LabRuns::traces() {
  const std::lock_guard lock(mutex_);
  return reading_.traces;
}

std::string LabRuns::save_run(const LabDefinition& lab, const LabRun& run, const std::string& path) {
  return written(path, to_json(lab, run).dump(1) + "\n");
}

std::string LabRuns::save_page(const LabDefinition& lab, const LabResult& result, const std::string& path) {
  const std::string made = made_words(result, made_);
  if (path.ends_with(".pdf")) return written(path, lab_pdf(lab, result, made).toStdString());
  return written(path, lab_pages(lab, result, made).back().second.toStdString());
}

std::optional<std::pair<const LabDefinition*, LabRun>> LabRuns::load_run(const std::string& path, std::string& error) {
  auto of = lab_of_file(path, error);
  const LabDefinition* lab = of ? find_lab(of->first) : nullptr;
  if (of && !lab) error = fmt::format("{} names the lab {}, which does not exist.", path, of->first);
  return lab ? std::optional(std::pair(lab, std::move(of->second))) : std::nullopt;
}

}  // namespace jitterscope
