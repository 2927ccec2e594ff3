#include "app/window/window_session.h"

#include <algorithm>
#include <utility>

#include <QDateTime>
#include <QHostAddress>
#include <QNetworkInterface>
#include <QSocketNotifier>
#include <QTimer>

#include "app/window/compare_stretches.h"
#include "app/window/qt_devices.h"
#include "core/algorithms/rate/rate_controllers.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

/// Names what the window offers in place of the options of the command line.
std::string without_options(std::string sentence) {
  const std::pair<std::string_view, std::string> ways[] = {
      {" (--port)", Tr::tr(" under File ▸ Decode as …").toStdString()},
      {"--payload", Tr::tr("“Decode as …”").toStdString()}};
  for (const auto& [option, way] : ways)
    for (auto at = sentence.find(option); at != std::string::npos; at = sentence.find(option, at + way.size()))
      sentence.replace(at, option.size(), way);
  return sentence;
}

constexpr int kPictureMs = 8;  // at least, from one picture to the next: a screen shows no more
constexpr int kPolledMs = 40;  // where no bell rings

/// The address to give to a caller: the first that is not loopback, else this machine's own name for itself.
std::string own_address() {
  for (const QHostAddress& address : QNetworkInterface::allAddresses())
    if (!address.isLoopback() && !address.isLinkLocal() && address.protocol() == QAbstractSocket::IPv4Protocol)
      return address.toString().toStdString();
  return "127.0.0.1";
}

/// Nobody's call opens a device by itself: neither who is declined nor who only sends here.
bool sends_to_somebody(const Command& command) {
  if (const auto* answer = std::get_if<AnswerCall>(&command)) return answer->accept;
  if (const auto* plain = std::get_if<UsePlainRtp>(&command)) return !plain->host.empty();
  return std::holds_alternative<PlaceCall>(command);
}

std::optional<double> heard(double level, bool in_call) {
  return in_call ? std::optional(level) : std::nullopt;
}

}  // namespace

WindowSession::WindowSession(Endpoint& session, DeviceList& devices) : session_(session), devices_(devices) {}

WindowSession::~WindowSession() {
  WindowSession::settings();  // what came in force since they were looked at
}

void WindowSession::want_devices() {
  if (const auto open = std::exchange(open_devices_, {})) open(chosen_sources_);
}

/// Its own sources stay as they are: without the user's devices, a synthetic picture and speech.
void WindowSession::start_demo_call(std::function<void(ExportResult)> finished) {
  demo_end_.start(
      [this, finished = std::move(finished)](std::optional<std::uint16_t> port, const std::string& why_not) {
        if (!port) return finished({false, why_not});
        const CallStage stage = session_.view().stage;
        if (stage != CallStage::kIdle && stage != CallStage::kEnded) {
          demo_end_.stop();
          return finished({false, Tr::tr("A call came meanwhile: the demo call is not begun.").toStdString()});
        }
        session_.post(PlaceCall{"127.0.0.1", *port});
        finished({true, {}});
      });
}

void WindowSession::send(const Command& command) {
  if (sends_to_somebody(command)) want_devices();
  if (const auto setting = setting_in(command);
      setting && (std::holds_alternative<SetVideo>(*setting) || std::holds_alternative<SetAudio>(*setting)))
    chosen_sources_.insert(name_of(*setting));
  if (remembering_) remembered_.asked(command);
  session_.post(command);
}

CallSettings WindowSession::settings() {
  CallSettings now = session_.view().settings;
  remembered_.in_force(now);
  return now;
}

void WindowSession::set_query(const AnalysisQuery& query) {
  query_ = query;
  stretch_.want(file_ ? AnalysisQuery{} : query);
  if (file_) file_->set_query(query);
  if (tables_) tables_->set_stretch(selected_stretch(query));
}

void WindowSession::open_file(const std::string& path, std::function<void(ExportResult)> finished) {
  OpenOptions options = open_options_;
  options.also_without_stream = true;
  begin_opening(path, options, false, finished);
}

void WindowSession::show_stream(std::size_t stream, std::function<void(ExportResult)> finished) {
  if (!file_) return finished({false, Tr::tr("There is no file whose streams could be chosen.").toStdString()});
  OpenOptions options = file_options_;
  options.stream = stream;
  begin_opening(file_->path(), options, true, finished);
}

void WindowSession::decode_as(const std::string& path, const DecodeAs& as, std::function<void(ExportResult)> finished) {
  OpenOptions options = file_ && file_->path() == path ? file_options_ : open_options_;
  options.also_without_stream = true;
  options.stream.reset();  // the streams may be others
  if (as.port) options.port = as.port;
  if (!as.payload.empty()) {
    std::string error;
    const auto rule = parse_payload_rule(as.payload, error);
    if (!rule) return finished({false, error});
    std::erase_if(options.payloads, [&](const PayloadRule& other) { return other.type == rule->type; });
    options.payloads.push_back(*rule);
  }
  begin_opening(path, options, false, finished);
}

StreamTables* WindowSession::tables() {
  std::erase_if(retired_tables_, [](const auto& tables) { return tables->ended(); });
  if (file_ && !tables_) {
    tables_ = std::make_unique<StreamTables>(file_->path(), file_options_);
    tables_->set_stretch(selected_stretch(query_));
  }
  return tables_.get();
}

std::shared_ptr<const FileStreams> WindowSession::stream_list() {
  auto* of = tables();
  return of ? of->streams() : nullptr;
}

std::shared_ptr<const StreamPackets> WindowSession::packets_of(std::size_t stream) {
  auto* of = tables();
  return of ? of->packets(stream) : nullptr;
}

void WindowSession::play_stream(std::size_t stream, std::optional<double> from_s,
                                std::function<void(ExportResult)> finished) {
  auto* of = tables();
  if (!of) return finished({false, Tr::tr("There is no file whose streams could be played.").toStdString()});
  if (!over_or_rings(session_.view().stage))
    return finished(
        {false,
         Tr::tr("During a call the loudspeaker is the call’s: end it to play the stream of a file.").toStdString()});
  const std::string speaker = session_.view().settings.speaker_id;
  player_.play(*of, stream, from_s, speaker == "none" ? std::string() : speaker, std::move(finished));
}

std::optional<double> WindowSession::playing_at_s() {
  if (player_.active() && !over_or_rings(session_.view().stage))
    player_.refuse(Tr::tr("A call began: the stream of the file is played no longer.").toStdString());
  return player_.at_s();
}

void WindowSession::retire_tables() {
  player_.stop();
  if (!tables_) return;
  tables_->stop();
  retired_tables_.push_back(std::move(tables_));
}

std::string WindowSession::reading_options() {
  const OpenOptions& by = file_ ? file_options_ : open_options_;
  return shell_words(file_arguments(by.payloads, by.clocks, by.port));
}

std::vector<FileStreamChoice> WindowSession::file_streams() {
  std::vector<FileStreamChoice> choices;
  if (!file_) return choices;
  for (const FileStream& stream : file_->streams()) choices.push_back({stream.name, stream.shown, stream.can_be_shown});
  return choices;
}

void WindowSession::begin_opening(const std::string& path, const OpenOptions& options, bool same_list,
                                  const std::function<void(ExportResult)>& finished) {
  retire(opening_);
  const auto said = [=, this, number = ++openings_](bool opened, const std::string& sentence) {
    QMetaObject::invokeMethod(
        &gui_,
        [=, this] {
          finish_opening(number, {opened, sentence}, finished);
        },
        Qt::QueuedConnection);
  };
  opening_options_ = options;
  opening_keeps_list_ = same_list;
  opening_ = std::make_unique<OpenedFile>(path, query_, said, OpenedFile::open_with(options), OpenedFile::end_of,
                                          OpenedFile::open_stretch_with(path, options));
}

void WindowSession::finish_opening(int number, const ExportResult& result,
                                   const std::function<void(ExportResult)>& finished) {
  if (number != openings_) return;  // something else was chosen
  ExportResult in_window = result;
  in_window.sentence = without_options(std::move(in_window.sentence));
  if (result.done) {
    if (!opening_keeps_list_) retire_tables();  // another stream of the same file has the same list
    retire(file_);
    file_ = std::move(opening_);
    file_options_ = opening_options_;
    file_->set_query(query_);
  }
  retire(opening_);
  finished(in_window);
}

void WindowSession::retire(std::unique_ptr<OpenedFile>& file) {
  if (!file) return;
  file->stop();
  retired_.push_back(std::move(file));
}

void WindowSession::stop_opening() {
  ++openings_;
  retire(opening_);
}

void WindowSession::close_file() {
  stop_opening();
  retire(file_);
  retire_tables();
  stretch_.want(query_);
}

std::shared_ptr<const CallSnapshot> WindowSession::snapshot() {
  std::erase_if(retired_, [](const auto& file) { return file->ended(); });
  stretch_.clear_retired();
  if (file_) return file_->snapshot();
  const auto newest = call_snapshot();
  return newest ? stretch_.shown(newest) : newest;
}

std::shared_ptr<const CallSnapshot> WindowSession::call_snapshot() {
  auto newest = session_.snapshot();
  if (!newest) return newest;
  if (!call_began_ || newest->elapsed_s < seen_until_s_)  // another call
    call_began_ = QDateTime::currentMSecsSinceEpoch() - static_cast<std::int64_t>(newest->elapsed_s * 1000);
  follow_recording(newest->elapsed_s);
  seen_until_s_ = newest->elapsed_s;
  return newest;
}

/// The trace that was named last may be of an earlier call.
void WindowSession::follow_recording(double elapsed_s) {
  const EndpointView view = session_.view();
  if (elapsed_s < seen_until_s_ || view.trace_path.empty()) recorded_.clear();
  if (view.recording) recorded_ = view.trace_path;
  stretch_.follow(recorded_, elapsed_s);
}

std::optional<std::int64_t> WindowSession::began_at() {
  call_snapshot();
  return file_ ? file_->began_at() : call_began_;
}

CallState WindowSession::state() {
  const EndpointView view = session_.view();
  CallState state = view;
  if (view.control_port) {
    static const std::string first = own_address();
    const std::string& address = view.bound.empty() ? first : view.bound;
    state.local_address = address + ":" + std::to_string(view.control_port);
  }
  return state;
}

AudioLevels WindowSession::levels() {
  const bool in_call = session_.view().stage == CallStage::kInCall;
  const PublishedLevel &microphone = session_.microphone_level(), &speaker = session_.speaker_level();
  return {heard(microphone.rms, in_call), heard(microphone.peak, in_call), heard(speaker.rms, in_call),
          heard(speaker.peak, in_call)};
}

HeardHalves WindowSession::heard_halves() {
  if (!sound_) return {};
  HeardHalves heard{{sound_->keeps_played(0), sound_->keeps_played(1)}, {}};
  if (session_.view().stage != CallStage::kInCall)
    heard.why_not = Tr::tr("The call is over, and its sound with it").toStdString();
  else if (!sound_->speaker_state().delay)
    heard.why_not = Tr::tr("No loudspeaker is open").toStdString();
  return heard;
}

void WindowSession::hear_half(std::size_t half) {
  if (sound_) sound_->play_kept(half);
}

TraceState WindowSession::trace() {
  const EndpointView view = session_.view();
  return {view.recording, view.trace_path, view.trace_bytes, view.recorded_unasked};
}

void WindowSession::when_pictures_come(std::function<void()> come) {
  pictures_come_.reset();
  if (!come) return;
  const int bell = session_.picture_bell().descriptor();
  if (bell < 0) {  // the system gave none
    auto asks = std::make_unique<QTimer>();
    QObject::connect(asks.get(), &QTimer::timeout, std::move(come));
    asks->start(kPolledMs);
    pictures_come_ = std::move(asks);
    return;
  }
  auto hears = std::make_unique<QSocketNotifier>(bell, QSocketNotifier::Read);
  QObject::connect(hears.get(), &QSocketNotifier::activated, [this, come = std::move(come), here = hears.get()] {
    session_.picture_bell().take();
    here->setEnabled(false);
    QTimer::singleShot(kPictureMs, here, [here] { here->setEnabled(true); });
    come();
  });
  pictures_come_ = std::move(hears);
}

std::optional<std::int64_t> WindowSession::take_remote_picture(QImage& image) {
  if (!take(session_.remote_picture(), converted_remote_, image)) return std::nullopt;
  return session_.remote_picture().front().number;
}
bool WindowSession::take_local_picture(QImage& image) {
  return take(session_.local_picture(), converted_local_, image);
}

void WindowSession::remote_picture_shown(std::int64_t frame) {
  if (watched_) session_.note_shown(frame, monotonic_now());
}

bool WindowSession::take(LatestValue<VideoFrame>& picture, VideoFrame& converted, QImage& image) {
  if (!picture.update()) return false;
  image = {};  // also where there is nothing to show: the memory of the one before is the writer's again
  const VideoFrame* frame = &picture.front();
  if (frame->empty()) return true;
  if (frame->format() != PixelFormat::kBgrx) {
    if (!converter_.convert(*frame, PixelFormat::kBgrx, frame->width(), frame->height(), converted)) return true;
    frame = &converted;
  }
  image = QImage(frame->plane(0), frame->width(), frame->height(), frame->stride(0), QImage::Format_RGB32);
  return true;
}

void WindowSession::compare(const StretchToCompare& before, const StretchToCompare& after,
                            std::function<void(CompareResult)> finished) {
  comparing_ = std::jthread([=, this, options = file_ ? file_options_ : open_options_](const std::stop_token& stop) {
    const CompareResult result = compare_stretches(before, after, options, stop);
    QMetaObject::invokeMethod(
        &gui_, [=] { finished(result); }, Qt::QueuedConnection);
  });
}

std::vector<RateControllerChoice> WindowSession::rate_controllers() {
  std::vector<RateControllerChoice> choices;
  for (const RateControllerDefinition& known : jitterscope::rate_controllers())
    choices.push_back({known.name, known.label, known.argument});
  return choices;
}

}  // namespace jitterscope
