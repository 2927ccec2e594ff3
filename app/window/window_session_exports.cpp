// What goes out of a session: exports, reports, a copy for another player.
#include <algorithm>
#include <filesystem>

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QProcess>
#include <QTemporaryFile>
#include <QUrl>
#include <nlohmann/json.hpp>

#include "app/provenance/provenance_source.h"
#include "app/window/window_session.h"
#include "core/algorithms/rtp/sdp.h"
#include "core/base/net/udp_socket.h"
#include "core/measures/report/provenance.h"
#include "core/record/export/export.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr int kFirstPlayerPort = 7000;
constexpr std::size_t kMostNamed = 4;  // files of an export: the packet lists of a call of two come first

ExportResult run_export(const std::string& format, const std::string& trace_path, const std::string& path,
                        bool anonymous, const std::optional<Provenance>& made) {
  std::string error;
  const auto trace = TraceReader::open(trace_path, error);
  if (!trace) return {false, error};
  if (anonymous) trace->leave_out_names();
  const auto files = export_trace(format, *trace, path, error, anonymous && made ? without_names(*made) : made);
  if (!files) return {false, error};
  if (files->size() == 1)
    return {true, Tr::tr("Exported to %1").arg(QString::fromStdString(files->front())).toStdString()};
  QStringList names;
  const std::size_t named = std::min(files->size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i)
    names << QString::fromStdString(std::filesystem::path((*files)[i]).filename().string());
  const auto count = QString::number(files->size()), folder = QString::fromStdString(path), listed = names.join(", ");
  const auto said = named < files->size() ? Tr::tr("Exported %1 files to %2: %3 and %4 more")
                                                .arg(count, folder, listed, QString::number(files->size() - named))
                                          : Tr::tr("Exported %1 files to %2: %3").arg(count, folder, listed);
  return {true, said.toStdString()};
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
    return finished(
        {false,
         Tr::tr("There is nothing to report on: no file is open, and this call is not recorded.").toStdString()});
  auto* process = new QProcess(&gui_);
  const auto to = QString::fromStdString(path);
  QStringList words{"report", QString::fromStdString(file), "--out", to};
  if (file_)
    for (const std::string& word : file_arguments(file_options_.payloads, file_options_.clocks, file_options_.port))
      words << QString::fromStdString(word);
  if (from_s < to_s) words << "--from" << QString::number(from_s, 'f', 3) << "--to" << QString::number(to_s, 'f', 3);
  process->setStandardInputFile(QProcess::nullDevice());
  process->setStandardOutputFile(QProcess::nullDevice());
  QObject::connect(process, &QProcess::finished, process, [=](int status, QProcess::ExitStatus how) {
    process->deleteLater();
    const auto said = QString::fromUtf8(process->readAllStandardError()).trimmed();
    if (status == 0 && how == QProcess::NormalExit)
      return finished({true, Tr::tr("The report is written to %1").arg(to).toStdString()});
    const auto why_not = said.isEmpty() ? Tr::tr("The report could not be written to %1.").arg(to) : said;
    finished({false, why_not.toStdString()});
  });
  QObject::connect(process, &QProcess::errorOccurred, process, [=](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart) return;
    process->deleteLater();
    finished({false, Tr::tr("The report cannot be begun: %1.").arg(process->errorString()).toStdString()});
  });
  process->start(QCoreApplication::applicationFilePath(), words, QIODevice::ReadOnly);
}

void WindowSession::open_in_player(std::function<void(ExportResult)> finished) {
  const EndpointView view = session_.view();
  if (view.stage != CallStage::kInCall)
    return finished({false, Tr::tr("There is nothing to play yet: begin a call first.").toStdString()});
  const auto port = free_player_port();
  QTemporaryFile file(QDir::tempPath() + "/jitterscope-XXXXXX.sdp");
  file.setAutoRemove(false);  // the player reads it after this
  if (!port || !file.open())
    return finished({false, Tr::tr("No session description could be written to %1, or no ports are free.")
                                .arg(QDir::tempPath())
                                .toStdString()});
  const QString path = file.fileName();
  file.write(QByteArray::fromStdString(player_description(view.settings, *port)));
  file.close();
  session_.post(CopyToPlayer{*port});
  const bool opened = QDesktopServices::openUrl(QUrl::fromLocalFile(path));
  const auto said = opened ? Tr::tr("A copy of what you send plays from %1")
                           : Tr::tr("No player is set for .sdp files. Open this one in VLC or ffplay: %1");
  finished({true, said.arg(path).toStdString()});
}

std::string WindowSession::provenance() {
  return made_ ? to_json(made_->now()).dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n"
               : std::string();
}

std::vector<ExportFormat> WindowSession::export_formats() {
  const auto words = [](const QString& label) { return label.toStdString(); };
  return {{"csv", words(Tr::tr("Packet lists, one a stream (CSV)")), ""},
          {"json", words(Tr::tr("All events (JSON)")), "json"},
          {"pcapng", words(Tr::tr("Wireshark capture (pcapng)")), "pcapng"},
          {"rtpdump", words(Tr::tr("RTP packet headers (rtpdump)")), "rtpdump"},
          {"sdp", words(Tr::tr("Session description for players (SDP)")), "sdp"},
          {"jscope", words(Tr::tr("Copy of the trace")), "jscope"}};
}

void WindowSession::export_session(const std::string& format, const std::string& path, bool anonymous,
                                   std::function<void(ExportResult)> finished) {
  const std::string trace = file_ ? file_->path() : session_.view().trace_path;
  if (trace.empty())
    return finished(
        {false,
         Tr::tr("There is no recorded call to export yet. Start recording in a call, then export.").toStdString()});
  std::optional<Provenance> made;
  if (made_) made = made_->now();
  exports_.emplace_back([=] {
    const ExportResult result = run_export(format, trace, path, anonymous, made);
    QMetaObject::invokeMethod(
        QCoreApplication::instance(), [=] { finished(result); }, Qt::QueuedConnection);
  });
}

}  // namespace jitterscope
