#include "core/record/disk/packed_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <new>

#include "core/record/disk/whole_file.h"

namespace jitterscope::trace {
namespace {

constexpr std::size_t kMostUnpacked = std::size_t{4} << 30, kStep = 1 << 16, kRatioCountsFrom = 16 << 20;
constexpr std::size_t kMostRatio = 200;
constexpr int kGzipWindow = 15 + 16;  // the largest window, gzip's head and end

/// zlib's state; begun by inflateInit2.
class Inflater {
 public:
  enum class State { kMore, kEnd, kDamaged };

  explicit Inflater(std::string_view packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    size_ = left_ = packed.size();
    begun_ = inflateInit2(&stream_, kGzipWindow) == Z_OK;
  }
  ~Inflater() {
    if (begun_) inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Unpacks into [out, out + size); `made` = how many bytes came.
  State run(char* out, std::size_t size, std::size_t& made) {
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    int code = begun_ ? Z_OK : Z_MEM_ERROR;
    for (made = 0; code == Z_OK && made < size;) {
      feed();
      const std::size_t room = std::min(size - made, kMostAtOnce);
      stream_.avail_out = static_cast<uInt>(room);
      code = inflate(&stream_, Z_NO_FLUSH);
      made += room - stream_.avail_out;
      if (code == Z_STREAM_END && (left_ > 0 || stream_.avail_in > 0)) code = next_member();
    }
    return code == Z_OK ? State::kMore : code == Z_STREAM_END ? State::kEnd : State::kDamaged;
  }

  /// Of the packed bytes.
  std::size_t taken() const { return size_ - left_ - stream_.avail_in; }

 private:
  static constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // zlib counts in 32 bits

  void feed() {
    if (stream_.avail_in > 0) return;
    const std::size_t chunk = std::min(left_, kMostAtOnce);
    stream_.avail_in = static_cast<uInt>(chunk);
    left_ -= chunk;
  }
  /// What follows a member and is none is left out, as gzip does.
  int next_member() {
    feed();
    const bool another = stream_.avail_in >= 2 && stream_.next_in[0] == 0x1F && stream_.next_in[1] == 0x8B;
    return another ? inflateReset(&stream_) : Z_STREAM_END;
  }

  z_stream stream_{};
  std::size_t size_ = 0, left_ = 0;
  bool begun_ = false;
};

std::string gigabytes(std::size_t bytes) {
  return fmt::format("{:.1f} GB", static_cast<double>(bytes) / 1e9);
}

/// Found by unpacking into a small buffer: what is refused takes no memory, and what is not is held once.
std::optional<std::size_t> unpacked_size(const std::string& path, std::string_view packed, std::string& error) {
  const auto most = std::min(kMostUnpacked, static_cast<std::size_t>(available_memory() / 4));
  Inflater inflater(packed);
  std::string buffer(kStep, '\0');
  std::size_t size = 0;
  for (auto state = Inflater::State::kMore; state == Inflater::State::kMore;) {
    std::size_t made = 0;
    state = inflater.run(buffer.data(), buffer.size(), made);
    size += made;
    if (size > kRatioCountsFrom && size / kMostRatio > inflater.taken())
      error = fmt::format("{} is packed more than {} to 1, as no capture, list or trace is: it is not read.", path,
                          kMostRatio);
    else if (size > most)
      error = fmt::format("{} holds more than the {} that fit here. Unpack it (gunzip), or cut it into parts.", path,
                          gigabytes(most));
    else if (state == Inflater::State::kDamaged)
      error = fmt::format("{} is damaged or cut off: it cannot be unpacked beyond {} bytes.", path, size);
    else
      continue;
    return std::nullopt;
  }
  return size;
}

}  // namespace

bool is_gzip(std::string_view head) {
  return head.starts_with("\x1F\x8B\x08");
}

std::string unpacked_head(const std::string& path, std::size_t most) {
  const std::string packed = first_bytes(path, most * 4 + 1024).value_or("");  // gzip's own head may hold a name
  std::string head(most, '\0');
  std::size_t made = 0;
  Inflater(packed).run(head.data(), head.size(), made);
  head.resize(made);
  return head;
}

std::optional<std::string> unpack_gzip(const std::string& path, std::string& error) {
  const auto packed = read_whole_file(path, error);
  if (!packed) return std::nullopt;
  const auto size = unpacked_size(path, *packed, error);
  if (!size) return std::nullopt;
  try {
    std::string out(*size, '\0');
    std::size_t made = 0;
    Inflater(*packed).run(out.data(), out.size(), made);
    return out;
  } catch (const std::bad_alloc&) {
    error = fmt::format("{} holds {}, more than fits here. Cut it into parts.", path, gigabytes(*size));
    return std::nullopt;
  }
}

}  // namespace jitterscope::trace
