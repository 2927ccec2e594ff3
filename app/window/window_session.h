#pragma once
// The window's port to the session: translates views, pictures, devices and exports. GUI thread.
#include <QObject>
#include <memory>
#include <set>
#include <thread>

#include "app/command_line/file_options.h"
#include "app/devices/device_list.h"
#include "app/window/demo_end.h"
#include "app/window/opened_file.h"
#include "app/window/recorded_stretch.h"
#include "app/window/screen_keeper.h"
#include "app/window/stream_player.h"
#include "app/window/stream_tables.h"
#include "core/algorithms/media/picture_convert.h"
#include "core/base/realtime/clock.h"
#include "core/call/session/endpoint.h"
#include "ui/remembered_settings.h"
#include "ui/session_port.h"

namespace jitterscope {

class ProvenanceSource;
class QtDevices;

class WindowSession : public SessionPort {
 public:
  /// Both outlive this.
  WindowSession(Endpoint& session, DeviceList& devices);
  ~WindowSession() override;

  void send(const Command& command) override;
  std::shared_ptr<const CallSnapshot> snapshot() override;
  std::shared_ptr<const CallSnapshot> call_snapshot() override;
  std::optional<std::int64_t> began_at() override;
  void set_interests(const Interests& interests) override { session_.set_interests(interests); }
  void set_query(const AnalysisQuery& query) override;
  void open_file(const std::string& path, std::function<void(ExportResult)> finished) override;
  void stop_opening() override;
  void close_file() override;
  std::vector<FileStreamChoice> file_streams() override;
  void show_stream(std::size_t stream, std::function<void(ExportResult)> finished) override;
  void decode_as(const std::string& path, const DecodeAs& as, std::function<void(ExportResult)> finished) override;
  std::shared_ptr<const FileStreams> stream_list() override;
  std::shared_ptr<const StreamPackets> packets_of(std::size_t stream) override;
  void play_stream(std::size_t stream, std::optional<double> from_s,
                   std::function<void(ExportResult)> finished) override;
  void stop_playing() override { player_.stop(); }
  std::optional<double> playing_at_s() override;
  /// False: the window is made for its picture alone, so nothing that it paints was seen by anybody. True at first.
  void set_watched(bool on) { watched_ = on; }
  /// Whether what is set here is kept for the window after this one. False at first.
  void set_remembering(bool on) { remembering_ = on; }
  /// What opens the user's own camera and microphone, but for the sources (names of settings) that the user has chosen
  /// here meanwhile; done once, when they are wanted. At first there is nothing to do.
  using OpenDevices = std::function<void(const std::set<std::string>& chosen_meanwhile)>;
  void when_devices_wanted(OpenDevices open) { open_devices_ = std::move(open); }
  /// `made` says where the files that it writes come from, and outlives this; without it they do not say so.
  void set_made(const ProvenanceSource* made) { made_ = made; }
  std::string provenance() override;
  /// They outlive this.
  void set_labs(LabsPort* labs) { labs_ = labs; }
  LabsPort* labs() override { return labs_; }
  /// How files are read from now on.
  void set_open_options(const OpenOptions& options) { open_options_ = options; }
  std::string opened_file() override { return file_ ? file_->path() : std::string(); }
  CallState state() override;
  CallSettings settings() override;
  AudioLevels levels() override;
  /// Where what was heard is kept; outlives this. Without it nothing is.
  void set_sound(QtDevices& sound) { sound_ = &sound; }
  HeardHalves heard_halves() override;
  void hear_half(std::size_t half) override;
  TraceState trace() override;
  std::vector<RateControllerChoice> rate_controllers() override;
  Duration timer_tick() override { return jitterscope::timer_tick(); }
  void when_pictures_come(std::function<void()> come) override;
  std::optional<std::int64_t> take_remote_picture(QImage& image) override;
  bool take_local_picture(QImage& image) override;
  void remote_picture_shown(std::int64_t frame) override;
  std::uint64_t devices_version() override { return devices_.version(); }
  DeviceLists devices() override { return devices_.current(); }
  void refresh_devices() override { devices_.refresh(); }
  void keep_screen_on(bool on) override { screen_.keep_on(on); }
  void want_devices() override;
  void start_demo_call(std::function<void(ExportResult)> finished) override;
  std::vector<ExportFormat> export_formats() override;
  void export_session(const std::string& format, const std::string& path, bool anonymous,
                      std::function<void(ExportResult)> finished) override;
  void write_report(const std::string& path, double from_s, double to_s,
                    std::function<void(ExportResult)> finished) override;
  std::string recorded_file() override { return file_ ? file_->path() : recorded_; }
  std::string reading_options() override;
  void compare(const StretchToCompare& before, const StretchToCompare& after,
               std::function<void(CompareResult)> finished) override;
  void open_in_player(std::function<void(ExportResult)> finished) override;

 private:
  /// `same_list`: the streams of the file that is shown are not read anew.
  void begin_opening(const std::string& path, const OpenOptions& options, bool same_list,
                     const std::function<void(ExportResult)>& finished);
  void finish_opening(int number, const ExportResult& result, const std::function<void(ExportResult)>& finished);
  void retire(std::unique_ptr<OpenedFile>& file);
  StreamTables* tables();
  void retire_tables();
  void follow_recording(double elapsed_s);
  bool take(LatestValue<VideoFrame>& picture, VideoFrame& converted, QImage& image);

  Endpoint& session_;
  DeviceList& devices_;
  QtDevices* sound_ = nullptr;
  const ProvenanceSource* made_ = nullptr;
  LabsPort* labs_ = nullptr;
  bool watched_ = true, remembering_ = false;
  RememberedSettings remembered_;
  AnalysisQuery query_;
  OpenOptions open_options_;
  OpenDevices open_devices_;
  std::set<std::string> chosen_sources_;
  DemoEnd demo_end_;
  ScreenKeeper screen_;
  double seen_until_s_ = 0;  // of the call's newest snapshot
  std::optional<std::int64_t> call_began_;
  std::string recorded_;  // of this or the last call; empty: not recorded
  RecordedStretch stretch_;
  int openings_ = 0;
  QObject gui_;                                 // what background threads say is done in its thread, while it lives
  std::unique_ptr<OpenedFile> file_, opening_;  // shown; still being read
  OpenOptions file_options_, opening_options_;  // by which they are read
  StreamPlayer player_;                         // before the tables, whose threads hand it what they read
  bool opening_keeps_list_ = false;
  std::unique_ptr<StreamTables> tables_;  // of the file that is shown; null: nobody has asked
  std::vector<std::unique_ptr<StreamTables>> retired_tables_;
  std::vector<std::unique_ptr<OpenedFile>>
      retired_;  // stopped; freed when they have ended, so that nothing waits for them
  PictureConverter converter_;
  VideoFrame converted_remote_, converted_local_;  // what is painted, where the pictures themselves cannot be
  std::unique_ptr<QObject> pictures_come_;
  std::vector<std::jthread> exports_;
  std::jthread comparing_;
};

}  // namespace jitterscope
