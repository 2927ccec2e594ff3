#pragma once
// The streams of one medium from one participant, one after another: a sender that begins anew with another SSRC begins
// another one.
#include <deque>
#include <functional>
#include <memory>

#include "core/events/identity.h"

namespace jitterscope {

/// `Tracks`: everything that is measured of one stream; has continue_from(const Tracks&).
template <typename Tracks>
class StreamSuccession {
 public:
  using Maker = std::function<std::unique_ptr<Tracks>()>;
  explicit StreamSuccession(Maker make) : make_(std::move(make)) { streams_.push_back({{}, make_()}); }

  /// Of the stream that sent last; before the first one begins, of what will be.
  Tracks& newest() { return *streams_.back().tracks; }
  const Tracks& newest() const { return *streams_.back().tracks; }
  StreamId newest_id() const { return streams_.back().id; }

  /// Null: not one of these, or forgotten.
  Tracks* find(StreamId id) {
    for (auto stream = streams_.rbegin(); stream != streams_.rend(); ++stream)
      if (stream->id == id) return stream->tracks.get();
    return nullptr;
  }

  /// A packet of `id` came: it is the newest from now on, and begins if it is not known.
  Tracks& sends(StreamId id) {
    if (newest_id() == id) return newest();
    if (!newest_id()) {
      streams_.back().id = id;
      return newest();
    }
    Stream stream{id, nullptr};
    for (auto known = streams_.begin(); known != streams_.end(); ++known) {
      if (known->id != id) continue;
      stream = std::move(*known);
      streams_.erase(known);
      break;
    }
    if (!stream.tracks) {
      stream.tracks = make_();
      stream.tracks->continue_from(newest());
    }
    streams_.push_back(std::move(stream));
    if (streams_.size() > kMost) streams_.pop_front();
    return newest();
  }

  template <typename Work>
  void each(Work work) {
    for (Stream& stream : streams_) work(*stream.tracks);
  }

 private:
  struct Stream {
    StreamId id;
    std::unique_ptr<Tracks> tracks;
  };
  static constexpr std::size_t kMost = 8;  // those that sent last
  Maker make_;
  std::deque<Stream> streams_;  // by when they sent last
};

}  // namespace jitterscope
