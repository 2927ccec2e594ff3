// What goes out of a session: exports, reports, a copy for another player.
#include <algorithm>
#include <filesystem>

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QProcess>
#include <QTemporaryFile>
#include <QUrl>

#include "app/window/window_session.h"
#include "core/algorithms/rtp/sdp.h"
#include "core/record/export/export.h"

namespace jitterscope {
namespace {

constexpr int kFirstPlayerPort = 7000;
constexpr std::size_t kMostNamed = 4;  // files of an export: the packet lists of a call of two come first

ExportResult run_export(const std::string& format, const std::string& trace_path, const std::string& path,
                        bool anonymous) {
  std::string error;
  const auto trace = TraceReader::open(trace_path, error);
  if (!trace) return {false, error};
  if (anonymous) trace->leave_out_names();
  const auto files = export_trace(format, *trace, path, error);
  if (!files) return {false, error};
  if (files->size() == 1) return {true, "Exported to " + files->front()};
  std::string names;
  const std::size_t named = std::min(files->size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i)
    names += (names.empty() ? ": " : ", ") + std::filesystem::path((*files)[i]).filename().string();
  if (named < files->size()) names += " and " + std::to_string(files->size() - named) + " more";
  return {true, "Exported " + std::to_string(files->size()) + " files to " + path + names};
}

/// Two free pairs of ports on this machine for a player: pictures at the result, sound two above.
std::optional<std::uint16_t> free_player_port() {
  std::string error;
  const int first =
      kFirstPlayerPort + static_cast<int>(QCoreApplication::applicationPid() % 100) * 4;  // two instances differ
  for (int port = first; port < first + 100; port += 4) {
    const auto video = MediaPorts::open(SocketAddress::loopback(static_cast<std::uint16_t>(port)), {}, error);
    const auto audio = MediaPorts::open(SocketAddress::loopback(static_cast<std::uint16_t>(port + 2)), {}, error);
    if (video && audio && video->rtp.local().port() == port && audio->rtp.local().port() == port + 2)
      return static_cast<std::uint16_t>(port);
  }
  return std::nullopt;
}

/// Describes what a player finds at these ports.
std::string player_description(const CallSettings& settings, std::uint16_t port) {
  rtp::SdpStream video, audio;
  video.medium = Medium::kVideo;
  video.port = port;
  video.frames_per_second = settings.frames_per_second.value_or(settings.video.frames_per_second);
  audio.medium = Medium::kAudio;
  audio.port = static_cast<std::uint16_t>(port + 2);
  rtp::SdpSession session;
  if (settings.audio.kind != AudioSourceKind::kNone) session.streams.push_back(audio);
  if (settings.video.kind != VideoSourceKind::kNone) session.streams.push_back(video);
  return rtp::write_sdp(session);
}

}  // namespace

void WindowSession::write_report(const std::string& path, double from_s, double to_s,
                                 std::function<void(ExportResult)> finished) {
  const std::string file = recorded_file();
  if (file.empty())
    return finished({false, "There is nothing to report on: no file is open, and this call is not recorded."});
  auto* process = new QProcess(&gui_);
  QStringList words{"report", QString::fromStdString(file), "--out", QString::fromStdString(path)};
  if (from_s < to_s) words << "--from" << QString::number(from_s, 'f', 3) << "--to" << QString::number(to_s, 'f', 3);
  process->setStandardInputFile(QProcess::nullDevice());
  process->setStandardOutputFile(QProcess::nullDevice());
  QObject::connect(process, &QProcess::finished, process, [=](int status, QProcess::ExitStatus how) {
    process->deleteLater();
    const auto said = QString::fromUtf8(process->readAllStandardError()).trimmed().toStdString();
    if (status == 0 && how == QProcess::NormalExit) return finished({true, "The report is written to " + path});
    finished({false, said.empty() ? "The report could not be written to " + path + "." : said});
  });
  QObject::connect(process, &QProcess::errorOccurred, process, [=](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart) return;
    process->deleteLater();
    finished({false, "The report cannot be begun: " + process->errorString().toStdString() + "."});
  });
  process->start(QCoreApplication::applicationFilePath(), words, QIODevice::ReadOnly);
}

void WindowSession::open_in_player(std::function<void(ExportResult)> finished) {
  const EndpointView view = session_.view();
  if (view.stage != CallStage::kInCall) return finished({false, "There is nothing to play yet: begin a call first."});
  const auto port = free_player_port();
  QTemporaryFile file(QDir::tempPath() + "/jitterscope-XXXXXX.sdp");
  file.setAutoRemove(false);  // the player reads it after this
  if (!port || !file.open())
    return finished({false, "No session description could be written to " + QDir::tempPath().toStdString() +
                                ", or no ports are free."});
  const QString path = file.fileName();
  file.write(QByteArray::fromStdString(player_description(view.settings, *port)));
  file.close();
  session_.post(CopyToPlayer{*port});
  const bool opened = QDesktopServices::openUrl(QUrl::fromLocalFile(path));
  finished({true, (opened ? "A copy of what you send plays from "
                          : "No player is set for .sdp files. Open this one in VLC or ffplay: ") +
                      path.toStdString()});
}

std::vector<ExportFormat> WindowSession::export_formats() {
  return {
      {"csv", "Packet lists, one a stream (CSV)", ""},         {"json", "All events (JSON)", "json"},
      {"pcapng", "Wireshark capture (pcapng)", "pcapng"},      {"rtpdump", "RTP packet headers (rtpdump)", "rtpdump"},
      {"sdp", "Session description for players (SDP)", "sdp"}, {"jscope", "Copy of the trace", "jscope"}};
}

void WindowSession::export_session(const std::string& format, const std::string& path, bool anonymous,
                                   std::function<void(ExportResult)> finished) {
  const std::string trace = file_ ? file_->path() : session_.view().trace_path;
  if (trace.empty())
    return finished({false, "There is no recorded call to export yet. Start recording in a call, then export."});
  exports_.emplace_back([=] {
    const ExportResult result = run_export(format, trace, path, anonymous);
    QMetaObject::invokeMethod(
        QCoreApplication::instance(), [=] { finished(result); }, Qt::QueuedConnection);
  });
}

}  // namespace jitterscope
