#pragma once
// A session for tests of the window: plausible snapshots of a call without a call, and a record of what was asked.
#include <vector>

#include "ui/session_port.h"

namespace jitterscope {

/// A call `elapsed_s` old. Deterministic. burst 1, 3, 0 as in ShapingSetting.
CallSnapshot make_snapshot(double elapsed_s, int burst_local = 1, int burst_remote = 0);

class FakeSession : public SessionPort {
 public:
  FakeSession();
  ~FakeSession() override;
  void start_call(double elapsed_s);
  /// Publishes a new snapshot.
  void advance_to(double elapsed_s);

  std::vector<Command> sent;
  CallState call;
  CallSettings set;
  TraceState recording;
  HeardHalves heard;
  std::vector<std::size_t> halves_heard;  // that were asked for
  DeviceLists lists;
  std::shared_ptr<const CallSnapshot> latest;
  std::shared_ptr<const CallSnapshot> call_latest;  // null: `latest` is the call's
  std::optional<std::int64_t> began;
  int remote_pictures = 0;  // still to be taken
  std::vector<std::int64_t> shown;
  AnalysisQuery query;
  Interests interests;
  std::string opened;
  ExportResult open_answer{true, "It is open."};
  bool answers_opening = true;  // else the file is read for ever
  std::vector<FileStreamChoice> streams;
  std::vector<std::pair<std::string, DecodeAs>> decoded;
  std::shared_ptr<const FileStreams> listed;
  std::shared_ptr<const StreamPackets> packets;
  std::optional<std::size_t> packets_asked;
  std::vector<std::pair<std::size_t, std::optional<double>>> played;  // that were asked for, and from where
  std::function<void(ExportResult)> finished_playing;                 // of the last one; empty: it was stopped
  std::optional<double> playing_at;
  int given_up = 0, closed = 0, devices_wanted = 0, demo_calls = 0;
  bool screen_kept_on = false;
  std::optional<ExportResult> demo_answer = ExportResult{true, {}};  // absent: the other end never starts
  std::string exported_format;
  std::tuple<std::string, double, double> report;
  std::string made;     // provenance()
  std::string read_by;  // options of the command line
  bool exported_anonymous = false;
  std::vector<std::pair<StretchToCompare, StretchToCompare>> compared;
  std::vector<std::function<void(CompareResult)>> finished_comparing;  // of each of them

  void send(const Command& command) override;
  std::shared_ptr<const CallSnapshot> snapshot() override { return latest; }
  std::shared_ptr<const CallSnapshot> call_snapshot() override { return call_latest ? call_latest : latest; }
  std::optional<std::int64_t> began_at() override { return began; }
  void set_query(const AnalysisQuery& wanted) override { query = wanted; }
  void set_interests(const Interests& wanted) override { interests = wanted; }
  void open_file(const std::string& path, std::function<void(ExportResult)> finished) override {
    if (!answers_opening) return;
    if (open_answer.done) opened = path;
    finished(open_answer);
  }
  void stop_opening() override { ++given_up; }
  void close_file() override {
    opened.clear();
    ++closed;
  }
  std::string opened_file() override { return opened; }
  std::vector<FileStreamChoice> file_streams() override {
    return opened.empty() ? std::vector<FileStreamChoice>() : streams;
  }
  void show_stream(std::size_t stream, std::function<void(ExportResult)> finished) override {
    for (std::size_t i = 0; i < streams.size(); ++i) streams[i].shown = i == stream;
    finished(open_answer);
  }
  void decode_as(const std::string& path, const DecodeAs& as, std::function<void(ExportResult)> finished) override {
    decoded.emplace_back(path, as);
    if (open_answer.done) opened = path;
    finished(open_answer);
  }
  std::shared_ptr<const FileStreams> stream_list() override { return opened.empty() ? nullptr : listed; }
  std::shared_ptr<const StreamPackets> packets_of(std::size_t stream) override {
    packets_asked = stream;
    return opened.empty() ? nullptr : packets;
  }
  void play_stream(std::size_t stream, std::optional<double> from_s,
                   std::function<void(ExportResult)> finished) override {
    played.emplace_back(stream, from_s);
    finished_playing = std::move(finished);
  }
  void stop_playing() override {
    finished_playing = {};
    playing_at.reset();
  }
  std::optional<double> playing_at_s() override { return playing_at; }
  CallState state() override { return call; }
  CallSettings settings() override { return set; }
  AudioLevels levels() override;
  HeardHalves heard_halves() override { return heard; }
  void hear_half(std::size_t half) override { halves_heard.push_back(half); }
  TraceState trace() override { return recording; }
  std::vector<RateControllerChoice> rate_controllers() override;  // those that there are
  Duration timer_tick() override { return Duration::ms(4); }
  void when_pictures_come(std::function<void()>) override {}
  std::optional<std::int64_t> take_remote_picture(QImage&) override;
  void remote_picture_shown(std::int64_t frame) override { shown.push_back(frame); }
  bool take_local_picture(QImage&) override;
  std::uint64_t devices_version() override { return lists.version; }
  DeviceLists devices() override { return lists; }
  void refresh_devices() override { ++lists.version; }
  void keep_screen_on(bool on) override { screen_kept_on = on; }
  void want_devices() override { ++devices_wanted; }
  void start_demo_call(std::function<void(ExportResult)> finished) override {
    ++demo_calls;
    if (demo_answer) finished(*demo_answer);
  }
  std::vector<ExportFormat> export_formats() override;
  void export_session(const std::string& format, const std::string& path, bool anonymous,
                      std::function<void(ExportResult)>) override;
  void write_report(const std::string& path, double from_s, double to_s,
                    std::function<void(ExportResult)> finished) override {
    report = {path, from_s, to_s};
    finished({true, "Report: " + path});
  }
  std::string recorded_file() override { return opened.empty() ? recording.path : opened; }
  std::string reading_options() override { return read_by; }
  std::string provenance() override { return made; }
  void compare(const StretchToCompare& before, const StretchToCompare& after,
               std::function<void(CompareResult)> finished) override;
  void open_in_player(std::function<void(ExportResult)> finished) override { finished({true, "Opened."}); }

  /// The last command of a kind, or nullptr.
  template <typename Kind>
  const Kind* last() const {
    for (auto command = sent.rbegin(); command != sent.rend(); ++command)
      if (const auto* found = std::get_if<Kind>(&*command)) return found;
    return nullptr;
  }
  template <typename Kind>
  int count() const {
    int n = 0;
    for (const auto& command : sent) n += std::holds_alternative<Kind>(command);
    return n;
  }
};

}  // namespace jitterscope
