#include "core/algorithms/signalling/sender_times_json.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/algorithms/signalling/messages.h"

namespace jitterscope {
namespace {

constexpr std::size_t kColumns = 8;
constexpr std::int64_t kMostPartUs = 600'000'000;
constexpr std::int64_t kStampErrorUs = 1000;  // the kernel's stamps come from another clock
using Row = std::array<std::optional<std::int64_t>, kColumns>;

bool is_within(const Row& row) {
  for (std::size_t i = 0; i < kColumns; ++i) {
    const bool stamp = i >= 6;
    if (!row[i] && !stamp) return false;
    const std::int64_t least = stamp ? -kStampErrorUs : 0;
    const std::int64_t most = i == 0 ? kLargestExact : i == 1 ? std::numeric_limits<std::uint16_t>::max() : kMostPartUs;
    if (row[i] && (*row[i] < least || *row[i] > most)) return false;
  }
  return row[6] || !row[7];  // where the queue begins is told by the socket's end
}

std::int64_t whole_us(Duration time) {
  const std::int64_t ns = time.ns(), up = ns >= 0 ? 500 : -499;
  return (ns + up) / 1000;
}

Row row_of(const SenderTimes& times) {
  Row row{times.frame, times.block};
  Duration passed;
  const auto next = [&](Duration part) {
    const std::int64_t before = whole_us(passed);
    passed += part;
    return whole_us(passed) - before;
  };
  row[2] = next(times.capture);
  row[3] = next(times.encode);
  row[4] = next(times.shaper);
  row[5] = whole_us(times.waiting);
  if (times.socket) row[6] = next(*times.socket);
  if (times.socket && times.queue) row[7] = next(*times.queue);
  return row;
}

SenderTimes times_of(const Row& row, Medium medium, std::uint32_t ssrc) {
  SenderTimes times;
  times.medium = medium;
  times.ssrc = ssrc;
  times.frame = *row[0];
  times.block = static_cast<std::uint16_t>(*row[1]);
  times.capture = Duration::us(*row[2]);
  times.encode = Duration::us(*row[3]);
  times.shaper = Duration::us(*row[4]);
  times.waiting = Duration::us(*row[5]);
  if (row[6]) times.socket = Duration::us(*row[6]);
  if (row[7]) times.queue = Duration::us(*row[7]);
  return times;
}

std::optional<Row> read_times_row(const Json& json) {
  if (!json.is_array() || json.size() != kColumns) return std::nullopt;
  Row row;
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (json[i].is_null()) continue;
    row[i] = whole_number(json[i]);
    if (!row[i]) return std::nullopt;
  }
  return is_within(row) ? std::optional(row) : std::nullopt;
}

}  // namespace

Json write_times(const std::vector<SenderTimes>& all) {
  const SenderTimes first = all.empty() ? SenderTimes{} : all.front();
  Json rows = Json::array();
  for (const SenderTimes& times : all) {
    const Row row = row_of(times);
    const bool same = times.medium == first.medium && times.ssrc == first.ssrc;
    if (rows.size() == kMostSenderTimes || !same || !is_within(row)) continue;
    Json columns = Json::array();
    for (const auto& value : row) columns.push_back(value ? Json(*value) : Json(nullptr));
    rows.push_back(std::move(columns));
  }
  return {{"medium", to_string(first.medium)}, {"ssrc", first.ssrc}, {"times", std::move(rows)}};
}

std::vector<SenderTimes> read_times(JsonFields& fields) {
  const Medium medium = fields.word("medium", {"audio", "video"}) == 0 ? Medium::kAudio : Medium::kVideo;
  const auto ssrc = static_cast<std::uint32_t>(fields.integer("ssrc", 0, std::numeric_limits<std::uint32_t>::max()));
  std::vector<SenderTimes> all;
  for (const Json& json : fields.array("times", kMostSenderTimes)) {
    const auto row = read_times_row(json);
    if (row)
      all.push_back(times_of(*row, medium, ssrc));
    else
      fields.fail("\"times\" holds a row that is none");
  }
  return all;
}

}  // namespace jitterscope
