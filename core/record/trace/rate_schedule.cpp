#include "core/record/trace/rate_schedule.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/files/input_file.h"
#include "core/events/kinds/rate_decided.h"
#include "core/events/quantity_words.h"
#include "core/record/disk/whole_file.h"
#include "core/record/trace/file_head.h"
#include "core/record/trace/reader.h"

namespace jitterscope {
namespace {

constexpr std::string_view kScheduleHeader = "at_s,kbps";
constexpr double kLongestSeconds = 1e6, kHighestKbps = 1e8;
constexpr std::uintmax_t kLargestText = 64 << 20;

std::string too_many(const std::string& what, std::size_t most) {
  return fmt::format("{} holds more than {} rates.", what, most);
}

std::string_view trimmed(std::string_view line) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::optional<RateStep> parse_step(std::string_view line) {
  const auto comma = line.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto at = parse_decimal(trimmed(line.substr(0, comma))), kbps = parse_decimal(trimmed(line.substr(comma + 1)));
  if (!at || !kbps || *at > kLongestSeconds || *kbps > kHighestKbps) return std::nullopt;
  return RateStep{Duration::from_seconds(*at), DataRate::kbits_per_second(*kbps), *kbps > 0};
}

std::optional<std::vector<RateStep>> of_trace(const std::string& path, std::size_t most, std::string& error) {
  const auto trace = TraceReader::open(path, error);
  if (!trace) return std::nullopt;
  std::vector<RateStep> steps;
  std::optional<Timestamp> first;
  std::stop_source enough;
  const auto take = [&](const RateDecided& decided) {
    if (steps.size() == most) {
      enough.request_stop();
      return;
    }
    if (!first) first = decided.at;
    steps.push_back({decided.at - *first, DataRate::kbits_per_second(decided.target_kbps), decided.sending});
  };
  if (!trace->read<RateDecided>(take, error, enough.get_token())) return std::nullopt;
  if (enough.stop_requested()) {
    error = too_many(path, most);
    return std::nullopt;
  }
  if (!steps.empty()) return steps;
  error = path + " holds no decisions of a rate controller: its call had none.";
  return std::nullopt;
}

/// `file`: named in `error`, where there is one.
std::optional<std::vector<RateStep>> of_text(std::string_view text, const std::string& file, std::size_t most,
                                             std::string& error) {
  const std::string prefix = file.empty() ? "" : file + ", ";
  std::vector<RateStep> steps;
  bool headed = false;
  for (int number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty()) continue;
    if (!headed) {
      headed = line == kScheduleHeader;
      if (headed) continue;
      error = fmt::format("{}line {}: a schedule begins with the line {}.", prefix, number, kScheduleHeader);
      return std::nullopt;
    }
    const auto step = parse_step(line);
    if (!step || (!steps.empty() && step->at < steps.back().at)) {
      error = step ? fmt::format("{}line {}: times must not fall.", prefix, number)
                   : fmt::format("{}line {}: it takes seconds and kbit/s, for example 12.5,300.", prefix, number);
      return std::nullopt;
    }
    if (steps.size() == most) {
      error = too_many(file.empty() ? "The schedule" : file, most);
      return std::nullopt;
    }
    steps.push_back(*step);
  }
  if (!steps.empty()) return steps;
  error = fmt::format("{} holds no rates: under the line {} it takes lines such as 12.5,300.",
                      file.empty() ? "The schedule" : file, kScheduleHeader);
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<RateStep>> parse_rate_schedule(std::string_view text, std::string& error, std::size_t most) {
  return of_text(text, {}, most, error);
}

std::optional<std::vector<RateStep>> read_rate_schedule(const std::string& path, std::string& error, std::size_t most) {
  if (error = why_no_file(path); !error.empty()) return std::nullopt;
  if (trace::read_file_head(path).sqlite) return of_trace(path, most, error);
  std::error_code unknown;
  if (std::filesystem::file_size(path, unknown) > kLargestText && !unknown) {
    error = path + " is larger than 64 MB: it is no schedule of rates.";
    return std::nullopt;
  }
  const auto text = trace::read_whole_file(path, error);
  return text ? of_text(*text, path, most, error) : std::nullopt;
}

}  // namespace jitterscope
