#pragma once
// The window's only way to the program: it sends commands and polls what there is to draw. The wiring in app/
// implements it. Every function is called on the GUI thread and must return at once: work is done elsewhere.
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QImage>

#include "core/events/call_state.h"
#include "core/events/commands.h"
#include "core/measures/views/analysis_query.h"
#include "core/measures/views/comparison.h"
#include "core/measures/views/interest.h"
#include "core/measures/views/logged_change.h"

namespace jitterscope {

class LabsPort;
struct CallSnapshot;
struct FileStreams;
struct StreamPackets;

struct AudioLevels {  // dBFS (0 = full scale) of the last 100 ms or so; absent = no sound in that direction
  std::optional<double> microphone_rms, microphone_peak, speaker_rms, speaker_peak;
};

struct Device {
  std::string id, label;
  bool operator==(const Device&) const = default;
};

struct DeviceLists {
  std::uint64_t version = 0;  // grows with every change; 0 = not looked yet
  std::vector<Device> cameras, microphones, speakers;
};

struct TraceState {
  bool recording = false;
  std::string path;  // empty = none chosen yet
  std::int64_t bytes = 0;
  bool unasked = false;  // it began by itself with the call: DiscardRecording deletes it
};

struct ExportFormat {
  std::string id;      // word of the command line: "csv", "json", "pcapng", "sdp" ...
  std::string label;   // "Wireshark capture (pcapng)"
  std::string suffix;  // "pcapng"; empty = a folder
};

struct ExportResult {
  bool done = false;
  std::string sentence;  // where it went, or what failed and what to do
};

/// Absent ends: all there is on that side.
struct StretchToCompare {
  ComparedStretch of;                            // seconds of the time axis it was taken from
  std::optional<std::int64_t> began_at_ms = {};  // wall clock at the axis's second 0; absent where nobody knows
};

struct CompareResult {
  std::optional<Comparison> table = {};  // absent: `sentence` says why
  std::string sentence = {};
  std::array<std::vector<LoggedChange>, 2> changes =
      {};  // of the calls before and after; a file that is no trace has none
};

/// What was heard here in the halves of a demonstration.
struct HeardHalves {
  std::array<bool, 2> kept{};  // before, after
  std::string why_not;         // they cannot be played now; empty: they can
  bool operator==(const HeardHalves&) const = default;
};

/// A controller of the picture's rate that can be chosen.
struct RateControllerChoice {
  std::string name;      // word of the command line: "two-stream"
  std::string label;     // "Two-stream (latecki04)"
  std::string argument;  // what follows a colon, in words: "a rate, for example 500kbit"; empty = nothing does
};

/// A stream of the file that is shown.
struct FileStreamChoice {
  std::string name;
  bool shown = false, can_be_shown = false;
};

/// How packets of a capture are to be read.
struct DecodeAs {
  std::string payload;                     // "96=H264/90000", as --payload has it; empty: nothing is said of types
  std::optional<std::uint16_t> port = {};  // what goes from or to this UDP port is RTP
};

class SessionPort {
 public:
  virtual ~SessionPort() = default;

  /// Record with an empty path = a new file of the program's choice.
  virtual void send(const Command&) = 0;

  /// The newest snapshot of the present or the last call; null before the first call.
  virtual std::shared_ptr<const CallSnapshot> snapshot() = 0;
  /// The same while a file is shown: never the file's.
  virtual std::shared_ptr<const CallSnapshot> call_snapshot() = 0;
  /// The wall clock at second 0 of what snapshot() is of, ms since 1970; absent where nobody knows (a packet list).
  virtual std::optional<std::int64_t> began_at() = 0;
  /// What later snapshots of the call have to hold.
  virtual void set_interests(const Interests&) = 0;
  /// What the measures and curves of a file are of, whose snapshots hold everything, and which stretch of a call that
  /// is recorded is shown beside it.
  virtual void set_query(const AnalysisQuery&) = 0;
  /// Shows a trace, packet list or capture instead of the call, in the same panels: snapshot() is then the file's.
  /// Reads in the background; `finished` says on the GUI thread whether it is open, and what was left out of it or why
  /// it is not. It is not called when another file was chosen meanwhile, or after stop_opening() or close_file().
  virtual void open_file(const std::string& path, std::function<void(ExportResult)> finished) = 0;
  /// Ends what open_file(), show_stream() or decode_as() began; what is shown stays.
  virtual void stop_opening() = 0;
  virtual void close_file() = 0;          // back to the call
  virtual std::string opened_file() = 0;  // its path; empty = the call is shown
  /// Of the file that is shown; a trace, which shows all it has, has none.
  virtual std::vector<FileStreamChoice> file_streams() = 0;
  /// Shows this one of them, with those of its time that go with it; as open_file().
  virtual void show_stream(std::size_t stream, std::function<void(ExportResult)> finished) = 0;
  /// Opens a capture, also the one that is shown, by what is said now and by what was said of the same file before;
  /// as open_file().
  virtual void decode_as(const std::string& path, const DecodeAs& as, std::function<void(ExportResult)> finished) = 0;
  /// All streams of the file that is shown, with their figures; asking begins to read them. Null: no file is shown, or
  /// it is still read. The number of each is its place in file_streams(), where the file is no trace.
  virtual std::shared_ptr<const FileStreams> stream_list() = 0;
  /// The packets of that one of them; asking begins to list them. Null until they are.
  virtual std::shared_ptr<const StreamPackets> packets_of(std::size_t stream) = 0;
  /// Plays the sound of that one of them on the chosen loudspeaker, once, in place of what is played: from `from_s` of
  /// the file's axis where that lies within the stream, else from its beginning. `finished` says on the GUI thread that
  /// it has come to its end, or why it is not played, or no longer; it is not called after stop_playing(), or when
  /// something else is played or the file is closed. Never during a call.
  virtual void play_stream(std::size_t stream, std::optional<double> from_s,
                           std::function<void(ExportResult)> finished) = 0;
  virtual void stop_playing() = 0;
  /// The moment of the file's axis that is heard; absent: nothing is, or not yet.
  virtual std::optional<double> playing_at_s() = 0;
  virtual CallState state() = 0;
  virtual CallSettings settings() = 0;  // of this end, as in force
  virtual AudioLevels levels() = 0;
  virtual HeardHalves heard_halves() = 0;  // of the call's last demonstration
  /// Plays the last five seconds of that half (0 before, 1 after) once, in place of the call's sound.
  virtual void hear_half(std::size_t half) = 0;
  virtual TraceState trace() = 0;
  virtual std::vector<RateControllerChoice> rate_controllers() = 0;  // without "off"
  virtual Duration timer_tick() = 0;                                 // of this machine's scheduler; 0 = not known

  /// From then on `come` is called when there is a picture to take; empty: no more. GUI thread.
  virtual void when_pictures_come(std::function<void()> come) = 0;
  /// Give the newest picture and the number of its frame, or true; nullopt or false when there was none since the last
  /// call. Not copied: it may be painted until the next one is taken, which is null where it cannot be shown. RGB32 or
  /// ARGB32_Premultiplied paint fastest.
  virtual std::optional<std::int64_t> take_remote_picture(QImage&) = 0;
  virtual bool take_local_picture(QImage&) = 0;
  /// The picture of this frame was painted just now, for the first time.
  virtual void remote_picture_shown(std::int64_t frame) = 0;

  virtual std::uint64_t devices_version() = 0;
  virtual DeviceLists devices() = 0;
  virtual void refresh_devices() = 0;  // asks for a new look, answered by a higher version
  /// Opens the user's camera and microphone, as left or the first there are, if this program has not yet. A call of the
  /// user's does so by itself.
  virtual void want_devices() = 0;

  /// The desktop turns the screen not off by itself while this is on, where it can be asked.
  virtual void keep_screen_on(bool on) = 0;

  /// Starts another end on this machine, without a window, and calls it, which needs no device. `finished` says on the
  /// GUI thread that it is called, or why it cannot be; not while the window goes.
  virtual void start_demo_call(std::function<void(ExportResult)> finished) = 0;

  virtual std::vector<ExportFormat> export_formats() = 0;
  /// Writes the present or last session in the background; `finished` is called on the GUI thread. `anonymous`: without
  /// names, addresses, files and devices.
  virtual void export_session(const std::string& format, const std::string& path, bool anonymous,
                              std::function<void(ExportResult)> finished) = 0;
  /// Says where a file that is written now comes from, as JSON: program, date, command, machine. Empty: that is not
  /// told.
  virtual std::string provenance() { return {}; }
  /// The labs, for their window; null: this window has none.
  virtual LabsPort* labs() { return nullptr; }
  /// Writes a page about the file that is shown, else about the present or the last call as far as it is recorded, to
  /// `path` (.html or .pdf): of `from_s` to `to_s` of it, the whole where they are the same. A process of its own does;
  /// `finished` as of export_session().
  virtual void write_report(const std::string& path, double from_s, double to_s,
                            std::function<void(ExportResult)> finished) = 0;
  /// The file that is shown, else the recording of the present or the last call; empty: it is not recorded.
  virtual std::string recorded_file() = 0;
  /// Options of the command line by which files are read here, each with a blank before it; mostly none.
  virtual std::string reading_options() = 0;
  /// Compares two stretches of files in the background; `finished` as of export_session(). One at a time.
  virtual void compare(const StretchToCompare& before, const StretchToCompare& after,
                       std::function<void(CompareResult)> finished) = 0;
  /// Sends a copy of what this end sends to another player on this machine and opens a session description there.
  virtual void open_in_player(std::function<void(ExportResult)> finished) = 0;
};

}  // namespace jitterscope
