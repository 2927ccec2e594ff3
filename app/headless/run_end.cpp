#include "app/headless/run_end.h"

#include <fmt/format.h>
#include <unistd.h>

#include <QApplication>
#include <QBuffer>
#include <QDateTime>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QStandardPaths>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <filesystem>

#include "app/command_line/call_summary.h"
#include "app/command_line/output.h"
#include "app/conditions/conditions.h"
#include "app/headless/call_run.h"
#include "app/headless/lacking_devices.h"
#include "app/headless/mark_probe.h"
#include "app/headless/qt_runtime.h"
#include "app/headless/warnings.h"
#include "app/labs/lab_runs.h"
#include "app/provenance/provenance_source.h"
#include "app/recordings/recordings.h"
#include "app/window/own_name.h"
#include "app/window/qt_devices.h"
#include "app/window/start_settings.h"
#include "app/window/window_place.h"
#include "app/window/window_session.h"
#include "ui/kept_settings.h"
#include "ui/kept_settings_place.h"
#include "ui/main_window/main_window.h"
#include "ui/own_files.h"
#include "ui/panels/panel_export.h"

namespace jitterscope {
namespace {

constexpr int kSettleMs = 400;          // of a window: pictures come in, axes settle
constexpr double kPictureLead_s = 1.5;  // before the end of the call a window is made for its picture
constexpr int kSentencePollMs = 250;
constexpr int kLongestEndMs = 3000;
constexpr int kMachineLacks = 3;  // exit status

CallSettings effective_settings(const CallOptions& options) {
  CallSettings settings = options.settings;
  if (options.headless && !options.gives<setting::Speaker>()) settings.speaker_id = "none";
  return settings;
}

bool needs_devices(const CallOptions& options, const CallSettings& settings) {
  return !options.headless || settings.video.kind == VideoSourceKind::kCamera ||
         settings.audio.kind == AudioSourceKind::kMicrophone || settings.speaker_id != "none";
}

/// Empty where anybody may call and nobody chose a name: whoever calls knows the address alone.
std::string name_to_tell(const CallOptions& options, const EndPlan& plan) {
  if (!options.name.empty()) return options.name;
  if (!options.headless) return own_name();
  return plan.call ? host_name() : std::string();
}

EndpointOptions session_options(const CallOptions& options, const EndPlan& plan) {
  EndpointOptions session;
  session.settings = effective_settings(options);
  session.name = name_to_tell(options, plan);
  session.program_version = version_words(plan.made->of_program());
  session.listen = options.plain_rtp ? std::nullopt : plan.listen;
  session.next_free_port = plan.next_free_port;
  session.takes_calls = !plan.waits_to_be_asked || takes_calls_from_start();
  session.auto_accept = plan.auto_accept;
  session.consent = options.headless && !options.consent ? std::optional(false) : options.consent;
  session.callers_pass_link = plan.callers_pass_link;
  session.one_call = plan.one_call;
  session.bind = options.bind;
  session.beside = options.beside;
  session.records_remote = options.remote_wav.empty()      ? options.remote_frames.empty() ? "" : "pictures"
                           : options.remote_frames.empty() ? "sound"
                                                           : "sound and pictures";
  session.trace_path = options.trace;
  if (!options.headless) session.choose_trace_path = next_trace_path;
  session.watched = !options.headless || !options.picture.empty();
  return session;
}

/// Said before the call: afterwards what was to be kept would be lost.
void check_folders(const CallOptions& options) {
  for (const std::string& path : {options.trace, options.picture, options.remote_wav}) {
    if (path.empty()) continue;
    const std::string folder = std::filesystem::absolute(path).parent_path().string();
    if (access(folder.c_str(), W_OK | X_OK) != 0)
      throw std::runtime_error(
          fmt::format("{} cannot be written: the folder {} does not exist or cannot be written to.", path, folder));
  }
}

/// The window as it stands. `shown`: since it is.
QPixmap settled_picture(MainWindow& window, const QElapsedTimer& shown) {
  if (const auto left = kSettleMs - shown.elapsed(); left > 0) {
    QEventLoop settling;
    QTimer::singleShot(static_cast<int>(left), &settling, &QEventLoop::quit);
    settling.exec();
  }
  return window.grab();
}

bool keep(const QPixmap& picture, const std::string& path) {
  QBuffer png;
  png.open(QIODevice::WriteOnly);
  return picture.save(&png, "PNG") && write_export(QString::fromStdString(path), png.data());
}

void place_call(Endpoint& session, const CallOptions& options, const EndPlan& plan) {
  if (options.plain_rtp)
    session.post(UsePlainRtp{plan.call ? plan.call->host : "",
                             plan.call ? plan.call->port : plan.listen.value_or(kControlPort)});
  else if (plan.call)
    session.post(PlaceCall{plan.call->host, plan.call->port});
}

/// After a window was closed in a call: the call ends and its trace is complete before anything is said of it.
void end_session(Endpoint& session) {
  session.post(HangUp{});
  QElapsedTimer waiting;
  waiting.start();
  while (!over_or_rings(session.view().stage) && waiting.elapsed() < kLongestEndMs) QThread::msleep(10);
}

EndResult finish(Endpoint& session, Warnings& warnings) {
  const auto snapshot = session.snapshot();
  const EndpointView view = session.view();
  if (view.failed) warnings.say_once(view.sentence);
  const bool failed = view.failed && !CallRun::interrupted();
  return {failed ? 1 : 0, summary_json(snapshot.get(), view), summary_text(snapshot.get(), view)};
}

/// Says on the terminal what is to be known at once.
class SentenceWatch {
 public:
  /// `look` gives the sentences that hold now. One is said once, when it begins to.
  SentenceWatch(Warnings& warnings, std::function<std::vector<std::string>()> look)
      : warnings_(warnings), look_(std::move(look)) {
    QObject::connect(&timer_, &QTimer::timeout, [this] { say_new(); });
    timer_.start(kSentencePollMs);
  }
  /// Whether there has been any.
  bool say_new() {
    std::vector<std::string> now = look_();
    std::erase(now, "");
    for (const std::string& each : now) warnings_.say_once(each);
    any_ = any_ || !now.empty();
    return any_;
  }

 private:
  Warnings& warnings_;
  const std::function<std::vector<std::string>()> look_;
  bool any_ = false;
  QTimer timer_;
};

/// A lecture recorded yesterday is not replaced without a word.
void check_trace(const std::string& path, const EndPlan& plan) {
  std::error_code error;
  const bool goes = std::ranges::find(plan.replaced, path) != plan.replaced.end();
  if (!path.empty() && !goes && std::filesystem::file_size(path, error) > 0 && !error)
    throw std::runtime_error(path + " exists already. Choose another name for the trace, or remove it first.");
  const auto there = std::filesystem::symlink_status(path, error);
  if (!path.empty() && std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
    throw std::runtime_error(path +
                             " is no file that a trace could be written to (a pipe, folder, device or link). Choose "
                             "another name for the trace.");
}

void remove_replaced(const EndPlan& plan) {
  std::error_code none;
  for (const std::string& file : plan.replaced)
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(file + suffix, none);
}

/// `not_kept`: why the window keeps no settings; empty: it does.
EndResult run_session(const CallOptions& options, const EndPlan& plan, const std::string& not_kept) {
  const bool shows = !options.headless;
  std::unique_ptr<QtDevices> devices;
  if (needs_devices(options, effective_settings(options))) devices = std::make_unique<QtDevices>();
  std::unique_ptr<WavTap> tap;
  if (!options.remote_wav.empty()) tap = std::make_unique<WavTap>(options.remote_wav);
  std::unique_ptr<FrameSaver> saver;
  if (!options.remote_frames.empty()) saver = std::make_unique<FrameSaver>(options.remote_frames);
  EndpointOptions session_setup = session_options(options, plan);
  if (saver)
    session_setup.on_jpeg = [&saver](std::int64_t frame, std::span<const std::uint8_t> jpeg) {
      saver->save(frame, jpeg);
    };
  std::unique_ptr<MarkProbe> marks;
  if (!options.marks.empty() && options.headless) marks = std::make_unique<MarkProbe>(options.marks);
  session_setup.played_tap = tap ? &tap->ring() : marks ? &marks->ring() : nullptr;
  const auto keeping_troubles = [&tap, &saver] {
    std::vector<std::string> troubles{tap ? tap->trouble() : "", saver ? saver->trouble() : ""};
    std::erase(troubles, "");
    return troubles;
  };
  session_setup.keeping_troubles = keeping_troubles;
  Warnings warnings;
  if (!shows) session_setup.told = [&](int severity, const std::string& each) { warnings.tell(severity, each); };
  Conditions conditions(plan.kernel_path, options.bind);
  Endpoint session(std::move(session_setup), devices.get(), &conditions);
  if (!shows) session.set_interests({});  // nobody looks until a window is shown
  if (marks) marks->begin(session);
  if (plan.listen && !options.plain_rtp && !shows && !plan.started) {  // else nobody needs to call
    const EndpointView view = session.view();
    say(fmt::format("Listening on port {}.{}", view.control_port,
                    view.bound.empty() ? "" : " At " + view.bound + " alone."));
  }
  if (plan.started) plan.started(session.view().call_port);

  std::unique_ptr<DeviceList> list;
  std::unique_ptr<WindowSession> port;
  std::unique_ptr<LabRuns> labs;
  std::unique_ptr<MainWindow> window;
  QElapsedTimer shown;
  const auto tell_trouble = [&](const std::string& sentence) {
    if (!sentence.empty()) window->tell(QString::fromStdString(sentence));
  };
  const auto begin_as_left = [&] {
    StartSettings start;
    if (!options.usual_settings) start = set_as_remembered(session, options);
    tell_trouble(start.sentence);
    port->set_remembering(!options.usual_settings);
    port->when_devices_wanted([&, start = std::move(start)](const std::set<std::string>& chosen_meanwhile) {
      tell_trouble(take_sources(session, start, chosen_meanwhile));
      std::set<std::string> chosen = start.chosen;
      chosen.insert(chosen_meanwhile.begin(), chosen_meanwhile.end());
      prefer_devices(session, *list, options, std::move(chosen), window.get());
    });
    if (!plan.waits_to_be_asked) port->want_devices();
  };
  const auto show_window = [&] {  // headless: on the offscreen platform
    if (marks) marks->stop();     // the remote's picture has one reader
    list = std::make_unique<DeviceList>();
    port = std::make_unique<WindowSession>(session, *list);
    if (devices) port->set_sound(*devices);
    port->set_watched(shows);
    port->set_made(plan.made);
    port->set_open_options(plan.open);
    const bool as_left = shows && options.theme.empty();
    const auto theme = as_left ? kept_layout().value("theme").toString() : QString::fromStdString(options.theme);
    apply_theme(*qApp, theme == "light" ? Theme::kLight : Theme::kDark);
    if (shows && plan.made) {
      labs = std::make_unique<LabRuns>(*plan.made, [&session] { return session.view().stage == CallStage::kInCall; });
      port->set_labs(labs.get());
    }
    window = std::make_unique<MainWindow>(*port);
    place_window(*window, parse_window_place(options.place));
    window->show();
    if (!plan.file.empty()) window->open_file(QString::fromStdString(plan.file));
    if (plan.waits_to_be_asked && plan.file.empty()) window->show_start_page(true);
    shown.start();
  };
  if (shows) {
    show_window();
    tell_trouble(not_kept);
    if (plan.of_user) begin_as_left();
  }
  SentenceWatch troubles(warnings, [&] {
    std::vector<std::string> all = keeping_troubles();
    all.push_back(session.view().trace_trouble);
    return all;
  });
  std::optional<SentenceWatch> recorded;
  if (!shows) recorded.emplace(warnings, [&] { return std::vector{session.view().recorded_by_remote}; });
  CallRun run(session, options, !shows || plan.one_call);
  if (plan.listen && plan.one_call && !plan.call && !plan.started) run.wait_for_calls_within_limit();
  QPixmap picture;
  const auto take_picture = [&] {
    if (options.picture.empty() || !picture.isNull()) return;
    if (!window) show_window();
    picture = settled_picture(*window, shown);
  };
  run.before_the_limit(kPictureLead_s, [&] {
    if (!options.picture.empty() && !window) show_window();
  });
  run.before_hanging_up([&] {
    take_picture();
    if (plan.hanging_up) plan.hanging_up();
  });
  place_call(session, options, plan);
  QCoreApplication::exec();
  take_picture();  // the remote hung up, or the window was closed
  end_session(session);
  const bool pictured = options.picture.empty() || keep(picture, options.picture);
  if (!pictured)
    say(fmt::format("The window's picture could not be written to {}: see that there is room, and no link.",
                    options.picture));
  if (marks) marks->stop();
  EndResult result = finish(session, warnings);
  if (!shows) warnings.say_rest(session.snapshot().get());
  if (tap) tap->finish();
  if (troubles.say_new() || !pictured) result.status = 1;
  if (plan.finished) plan.finished();
  return result;
}

}  // namespace

bool has_display() {
  return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

std::string next_trace_path() {
  const QString own = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation), folder = own + "/traces";
  make_own_folder(own);
  make_own_folder(folder);
  const QString stem = folder + "/call-" + QDateTime::currentDateTime().toString("yyyyMMdd-HHmmss-") +
                       QString::number(getpid());  // two windows of one user have files of their own
  QString path = stem + ".jscope";
  for (int n = 2; QFile::exists(path); ++n) path = stem + "-" + QString::number(n) + ".jscope";
  return path.toStdString();
}

EndResult run_end(const CallOptions& options, const EndPlan& plan) {
  if (!options.headless && !has_display() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
    say("There is no display to open a window on. Set DISPLAY, or add --headless.");
    return {kNoDisplay, {}, {}};
  }
  const QtRuntime qt(!options.headless || !options.picture.empty(), options.headless);
  CallRun::catch_signals();
  try {
    std::optional<KeptSettingsPlace> kept;
    if (!options.headless || !options.picture.empty()) kept.emplace();
    const std::string not_kept = kept ? kept->trouble().toStdString() : std::string();
    if (!not_kept.empty()) say(not_kept);
    if (plan.keeps_name) keep_own_name(options.name);
    check_folders(options);
    check_trace(options.trace, plan);
    if (const std::string lacking = options.headless ? why_lacking(options) : ""; !lacking.empty()) {
      say(lacking);
      return {kMachineLacks, {}, {}};
    }
    remove_replaced(plan);
    return run_session(options, plan, not_kept);
  } catch (const std::runtime_error& error) {
    say(error.what());
    return {1, {}, {}};
  }
}

}  // namespace jitterscope
