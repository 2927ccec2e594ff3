#include "tests/goldens/datagram_file.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tests/goldens/golden.h"

namespace jitterscope::goldens {
namespace {

/// Integers of the file are big-endian.
class Bytes {
 public:
  explicit Bytes(std::string content) : content_(std::move(content)) {}
  bool at_end() const { return at_ == content_.size(); }
  std::string line() {
    const std::size_t end = content_.find('\n', at_);
    if (end == std::string::npos) throw std::runtime_error("a line without an end");
    std::string text = content_.substr(at_, end - at_);
    at_ = end + 1;
    return text;
  }
  std::uint64_t number(std::size_t octets) {
    need(octets);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < octets; ++i) value = value << 8 | static_cast<std::uint8_t>(content_[at_++]);
    return value;
  }
  std::vector<std::uint8_t> bytes(std::size_t size) {
    need(size);
    const auto* begin = reinterpret_cast<const std::uint8_t*>(content_.data()) + at_;
    at_ += size;
    return {begin, begin + size};
  }

 private:
  void need(std::size_t size) const {
    if (content_.size() - at_ < size) throw std::runtime_error("a recording that is cut off");
  }
  std::string content_;
  std::size_t at_ = 0;
};

template <typename T>
std::optional<T> optional_of(const nlohmann::json& json, const char* key) {
  return json.at(key).is_null() ? std::nullopt : std::optional(json.at(key).get<T>());
}

}  // namespace

DatagramRecording read_datagrams(const std::filesystem::path& path) {
  Bytes file(gunzip(path));
  const auto head = nlohmann::json::parse(file.line());
  DatagramRecording recording;
  if (const auto ns = optional_of<std::int64_t>(head, "conference_offset_ns"))
    recording.conference_offset = Duration::ns(*ns);
  recording.audio_ssrc = optional_of<std::uint32_t>(head, "audio_ssrc");
  recording.video_ssrc = optional_of<std::uint32_t>(head, "video_ssrc");
  recording.period_ms = head.at("period_ms").get<std::int32_t>();
  recording.audio_block = head.at("audio_block").get<std::int32_t>();
  while (!file.at_end()) {
    RecordedDatagram datagram;
    datagram.medium = file.number(1) == 0 ? Medium::kAudio : Medium::kVideo;
    const std::uint64_t connection = file.number(1);  // 0: a datagram
    datagram.stream = connection > 0;
    datagram.connection = datagram.stream ? static_cast<int>(connection) - 1 : 0;
    datagram.received = Timestamp::ns(static_cast<std::int64_t>(file.number(8)));
    datagram.bytes = file.bytes(file.number(4));
    recording.datagrams.push_back(std::move(datagram));
  }
  return recording;
}

}  // namespace jitterscope::goldens
