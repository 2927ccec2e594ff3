#include "core/record/open/stream_file.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include "core/base/files/input_file.h"
#include "core/measures/definitions/stream_input.h"
#include "core/record/disk/packed_file.h"
#include "core/record/disk/whole_file.h"
#include "core/record/import/csv_import.h"
#include "core/record/import/irtt_import.h"
#include "core/record/import/list_text.h"
#include "core/record/trace/reader.h"

namespace jitterscope {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kHeadBytes = 64;
constexpr std::array kCaptureMagics{"\xA1\xB2\xC3\xD4"sv, "\xD4\xC3\xB2\xA1"sv, "\xA1\xB2\x3C\x4D"sv,
                                    "\x4D\x3C\xB2\xA1"sv, "\xA1\xB2\xCD\x34"sv, "\x34\xCD\xB2\xA1"sv,
                                    "\x0A\x0D\x0D\x0A"sv};

/// Text without control characters, as a packet list begins.
bool is_text(std::string_view bytes) {
  for (const char c : bytes)
    if (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\r' && c != '\n') return false;
  return true;
}

/// Packed or not; empty: unreadable or a folder.
std::string head_of(const std::string& path) {
  return trace::first_bytes(path, kHeadBytes).value_or(std::string());
}

StreamFileKind kind_of(std::string_view head) {
  if (head.starts_with("SQLite format 3"sv)) return StreamFileKind::kTrace;
  if (head.starts_with("#!rtpplay"sv)) return StreamFileKind::kRtpdump;
  for (const std::string_view magic : kCaptureMagics)
    if (head.starts_with(magic)) return StreamFileKind::kCapture;
  std::string converted;
  const std::string_view text = as_utf8(head, converted);
  return is_text(text) && !text.empty() ? StreamFileKind::kPacketList : StreamFileKind::kUnknown;
}

/// What parsers of text say has no path.
std::optional<AnalysisInput> named(std::optional<AnalysisInput> input, const std::string& path, std::string& error) {
  if (input)
    input->file = path;
  else
    error = path + ": " + error + (error.ends_with('.') ? "" : ".");
  return input;
}

bool named_as_capture(const std::string& path) {
  const auto suffix = std::filesystem::path(path).extension();
  return suffix == ".pcap" || suffix == ".pcapng" || suffix == ".cap" || suffix == ".rtpdump";
}

/// Rows, or what irtt writes.
std::optional<AnalysisInput> parse_list(std::string_view text, std::string& error, const std::stop_token& stop) {
  auto streams = is_irtt(text) ? parse_irtt(text, error, stop) : parse_csv(text, error, stop);
  if (!streams) return std::nullopt;
  return AnalysisInput{{}, std::move(*streams)};
}

std::optional<AnalysisInput> read_list(const std::string& path, std::string& error, const std::stop_token& stop) {
  const auto text = trace::read_whole_file(path, error);
  if (!text) return std::nullopt;
  auto list = parse_list(*text, error, stop);
  if (!list && named_as_capture(path)) error = "it is text, not a capture, whatever its name says; " + error;
  return named(std::move(list), path, error);
}

std::optional<AnalysisInput> read_packed(const std::string& path, StreamFileKind kind, const CaptureOptions& options,
                                         std::string& error, std::string& note, const std::stop_token& stop) {
  auto bytes = trace::unpack_gzip(path, error);
  if (!bytes) return std::nullopt;
  if (kind == StreamFileKind::kCapture) {
    std::FILE* file = ::fmemopen(bytes->data(), bytes->size(), "rb");
    if (file) return import_capture(file, path, options, error, note, stop);
    error = path + " needs more memory than this machine has.";
    return std::nullopt;
  }
  if (kind == StreamFileKind::kRtpdump) return named(parse_rtpdump(*bytes, options, error, note, stop), path, error);
  return named(parse_list(*bytes, error, stop), path, error);
}

}  // namespace

StreamFileKind stream_file_kind(const std::string& path) {
  if (!why_no_file(path).empty()) return StreamFileKind::kUnknown;
  const std::string head = head_of(path);
  if (!trace::is_gzip(head)) return kind_of(head);
  return kind_of(trace::unpacked_head(path, kHeadBytes));
}

std::optional<AnalysisInput> read_stream_file(const std::string& path, const CaptureOptions& options,
                                              std::string& error, std::string& note, const std::stop_token& stop) {
  note.clear();
  if (error = why_no_file(path); !error.empty()) return std::nullopt;
  const StreamFileKind kind = stream_file_kind(path);
  const bool packed = trace::is_gzip(head_of(path));
  const bool in_memory = packed && kind != StreamFileKind::kUnknown && kind != StreamFileKind::kTrace;
  if (in_memory) return read_packed(path, kind, options, error, note, stop);
  switch (kind) {
    case StreamFileKind::kCapture: return import_capture(path, options, error, note, stop);
    case StreamFileKind::kRtpdump: return import_rtpdump(path, options, error, note, stop);
    case StreamFileKind::kPacketList: return read_list(path, error, stop);
    case StreamFileKind::kTrace: {
      const auto trace = TraceReader::open(path, error);
      return trace ? to_analysis(*trace, error, stop) : std::nullopt;
    }
    case StreamFileKind::kUnknown: break;
  }
  std::error_code code;
  if (!std::filesystem::exists(path, code))
    error = path + ": there is no such file.";
  else if (std::filesystem::is_directory(path, code))
    error = path + " is a folder, not a file.";
  else if (!trace::first_bytes(path, 1))
    error = path + " cannot be read: check its permissions.";
  else if (std::filesystem::file_size(path, code) == 0 && !code)
    error = path + " is empty: there is nothing in it to be read.";
  else if (packed)
    error = path + " is packed, but holds no trace, packet list, capture or rtpdump that Jitterscope reads.";
  else
    error = path + " is no trace, packet list, capture or rtpdump that Jitterscope reads.";
  return std::nullopt;
}

}  // namespace jitterscope
