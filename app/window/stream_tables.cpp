#include "app/window/stream_tables.h"

#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/packet_rows.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/record/open/stream_file.h"

namespace jitterscope {
namespace {

constexpr std::chrono::milliseconds kPublishedEach{200};

/// Tells what is known of a stream before it is measured: who sends what, and how many packets.
ListedStream unmeasured(const StreamInput& stream, Timestamp began) {
  ListedStream listed;
  listed.report.medium = stream.medium;
  listed.report.medium_known = stream.medium_known;
  listed.report.direction = stream.direction;
  listed.report.ssrc = stream.ssrc;
  listed.report.payload = stream.payload;
  listed.report.clock_rate_hz = stream.clock_rate_hz;
  listed.report.sources = stream.sources;
  listed.report.destination = stream.destination;
  listed.report.packets = static_cast<std::int64_t>(stream.packets.size());
  listed.no_sound = why_no_sound(stream);
  if (!stream.packets.empty()) listed.from_s = (stream.packets.received(0) - began).seconds();
  return listed;
}

}  // namespace

StreamTables::StreamTables(std::string path, OpenOptions options)
    : path_(std::move(path)), options_(std::move(options)), thread_([this](const std::stop_token& stop) {
        std::string trouble;
        try {
          trouble = run(stop);
        } catch (const std::exception& problem) { trouble = path_ + " cannot be listed: " + problem.what() + '.'; }
        if (!stop.stop_requested()) tell_trouble(trouble, stop);
        const std::lock_guard lock(mutex_);
        ended_ = true;
      }) {}

StreamTables::~StreamTables() = default;

void StreamTables::stop() {
  thread_.request_stop();
}

bool StreamTables::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

std::shared_ptr<const FileStreams> StreamTables::streams() const {
  const std::lock_guard lock(mutex_);
  return streams_;
}

std::shared_ptr<const StreamPackets> StreamTables::packets(std::size_t stream) {
  const std::lock_guard lock(mutex_);
  if (packets_ && packets_->stream == stream) return packets_;
  wanted_ = stream;
  asked_.notify_all();
  return nullptr;
}

void StreamTables::ask_sound(std::size_t stream, std::optional<double> from_s, TakeSound take) {
  const std::lock_guard lock(mutex_);
  if (stream != read_sound_of_) read_sound_.request_stop();  // else what is read is what is wanted
  asked_sound_ = {stream, from_s, std::move(take)};
  asked_.notify_all();
}

void StreamTables::stop_sound() {
  const std::lock_guard lock(mutex_);
  read_sound_.request_stop();
  asked_sound_.reset();
}

void StreamTables::publish(FileStreams streams) {
  auto made = std::make_shared<const FileStreams>(std::move(streams));
  const std::lock_guard lock(mutex_);
  streams_ = std::move(made);
}

void StreamTables::set_stretch(const std::optional<Stretch>& stretch) {
  const std::lock_guard lock(mutex_);
  stretch_ = stretch;
  asked_.notify_all();
}

/// Is called with the lock held.
bool StreamTables::has_work() const {
  return asked_sound_ || (wanted_ && (!packets_ || packets_->stream != *wanted_)) || streams_->stretch != stretch_;
}

std::optional<std::size_t> StreamTables::asked_stream() const {
  const std::lock_guard lock(mutex_);
  return wanted_ && (!packets_ || packets_->stream != *wanted_) ? wanted_ : std::nullopt;
}

/// Without streams there is no sound either: whoever asks for one is told why, until `stop`.
void StreamTables::tell_trouble(const std::string& trouble, const std::stop_token& stop) {
  FileStreams none;
  none.complete = true;
  none.trouble = trouble;
  publish(std::move(none));
  std::unique_lock lock(mutex_);
  while (asked_.wait(lock, stop, [this] { return asked_sound_.has_value(); }) && !stop.stop_requested()) {
    const auto asked = std::exchange(asked_sound_, std::nullopt);
    lock.unlock();
    asked->take(std::nullopt, trouble);
    lock.lock();
  }
}

/// Returns what is wrong; else only after `stop`.
std::string StreamTables::run(const std::stop_token& stop) {
  std::string error, note;
  CaptureOptions capture;
  capture.payloads = options_.payloads;
  capture.port = options_.port;
  const auto input = read_stream_file(path_, capture, error, note, stop);
  if (!input || stop.stop_requested()) return error;
  measure(*input, stop);
  while (!stop.stop_requested()) {
    serve_asked(*input, stop);
    std::unique_lock lock(mutex_);
    asked_.wait(lock, stop, [this] { return has_work(); });
    const auto stretch = stretch_;
    if (streams_->stretch == stretch || stop.stop_requested()) continue;
    lock.unlock();
    stretch ? measure_stretch(*input, *stretch) : measure(*input, stop);
  }
  return {};
}

/// Measures each stream; a stream whose packets are asked for meanwhile is listed first.
void StreamTables::measure(const AnalysisInput& input, const std::stop_token& stop) {
  const Timestamp began = began_of(input).value_or(Timestamp());
  AnalysisOptions analysis;
  analysis.clocks = options_.clocks;
  const std::vector<SkewVerdict> skews = skews_of(input, analysis);
  FileStreams listed;
  for (const StreamInput& stream : input.streams) listed.streams.push_back(unmeasured(stream, began));
  if (!streams()) publish(listed);  // else what is known stays until more is
  auto published = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < input.streams.size() && !stop.stop_requested(); ++i) {
    serve_asked(input, stop);
    analysis.skew = skews[i];
    listed.streams[i].report = analyze_stream(input.streams[i], analysis);
    listed.streams[i].measured = true;
    if (const auto now = std::chrono::steady_clock::now(); now - published >= kPublishedEach) {
      published = now;
      publish(listed);
    }
  }
  listed.complete = true;
  publish(std::move(listed));
}

void StreamTables::measure_stretch(const AnalysisInput& input, const Stretch& stretch) {
  const Timestamp began = began_of(input).value_or(Timestamp());
  AnalysisOptions analysis;
  analysis.clocks = options_.clocks;
  analysis.from_s = stretch.from_s();
  analysis.to_s = stretch.to_s();
  FileStreams listed;
  listed.stretch = stretch;
  listed.complete = true;
  AnalysisReport report = analyze(input, analysis);
  for (std::size_t i = 0; i < input.streams.size() && i < report.streams.size(); ++i) {
    listed.streams.push_back(unmeasured(input.streams[i], began));
    listed.streams.back().report = std::move(report.streams[i]);
    listed.streams.back().measured = true;
  }
  publish(std::move(listed));
}

void StreamTables::serve_asked(const AnalysisInput& input, const std::stop_token& stop) {
  if (const auto asked = asked_stream()) list_packets(input, *asked);
  give_sound(input, stop);
}

void StreamTables::give_sound(const AnalysisInput& input, const std::stop_token& stop) {
  std::optional<AskedSound> asked;
  std::stop_source enough;
  {
    const std::lock_guard lock(mutex_);
    asked.swap(asked_sound_);
    if (asked) read_sound_ = enough, read_sound_of_ = asked->stream;
  }
  if (!asked) return;
  const std::stop_callback stopped(stop, [&] { enough.request_stop(); });
  std::string error = "There is no such stream.";
  std::optional<StreamSound> sound;
  try {
    if (asked->stream < input.streams.size())
      sound = kept_sound_.read(path_, input.streams[asked->stream], began_of(input).value_or(Timestamp()),
                               asked->from_s, error, enough.get_token());
  } catch (const std::bad_alloc&) {
    error = path_ + " needs more memory than this machine has.";
  } catch (const std::exception& problem) { error = path_ + " cannot be played: " + problem.what() + '.'; }
  {
    const std::lock_guard lock(mutex_);
    if (asked_sound_ || enough.stop_requested()) return;  // another is wanted, or none
  }
  asked->take(std::move(sound), error);
}

void StreamTables::list_packets(const AnalysisInput& input, std::size_t stream) {
  StreamPackets packets;
  if (stream < input.streams.size())
    packets = packet_rows(input.streams[stream], began_of(input).value_or(Timestamp()));
  packets.stream = stream;
  auto made = std::make_shared<const StreamPackets>(std::move(packets));
  const std::lock_guard lock(mutex_);
  packets_ = std::move(made);
}

}  // namespace jitterscope
