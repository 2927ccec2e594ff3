#include "core/algorithms/playout/reassembler.h"

#include <algorithm>
#include <cstring>

#include "core/algorithms/rtp/jpeg_layout.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kWindow = 32;      // frame numbers open at a time
constexpr std::size_t kMaxPieces = 8192;  // blocks of a frame
constexpr std::uint8_t kLowestTableQ = 128;
constexpr double kVideoClock = 90'000;  // Hz

PictureShape shape_of(const rtp::JpegPayload& jpeg) {
  return {jpeg.header.type, jpeg.header.q, jpeg.header.width8, jpeg.header.height8,
          jpeg.restart ? jpeg.restart->interval : std::uint16_t{0}};
}

}  // namespace

VideoReassembler::VideoReassembler(const ReassemblerConfig& config)
    : config_(config),
      slots_(static_cast<std::size_t>(std::max(config.slot_count, 4))),
      stripes_(config.max_frame_bytes),
      patched_(config.max_frame_bytes) {
  for (Slot& slot : slots_) {
    slot.buffer = FrameBuffer(config.max_frame_bytes);
    slot.pieces.reserve(kMaxPieces);
  }
  done_.reserve(FrameNumbering::kMaxGap + 2 * kWindow);
}

void VideoReassembler::begin_call() {
  done_.clear();
  if (!ready_) return;
  ready_->used = false;
  ready_ = nullptr;
}

VideoReassembler::Result VideoReassembler::result(std::optional<std::int64_t> frame,
                                                  std::optional<RejectReason> rejected) const {
  return {done_, ready_ != nullptr, frame, rejected};
}

VideoReassembler::Number& VideoReassembler::number(std::int64_t frame) {
  Number& entry = numbers_[static_cast<std::size_t>(frame) % numbers_.size()];
  if (entry.frame != frame) entry = {frame, State::kUnseen, {}, {}};
  return entry;
}

VideoReassembler::Result VideoReassembler::push(const VideoPacket& packet) {
  begin_call();
  if (packet.jpeg.scan.empty()) return result({}, RejectReason::kTruncated);
  if (packet.jpeg.header.offset + packet.jpeg.scan.size() > config_.max_frame_bytes)
    return result({}, RejectReason::kAbsurdOffset);
  const std::optional<std::int64_t> frame = numbering_.number(packet.block, packet.header.timestamp);
  if (!frame) return result();
  make_way(*frame, packet.received);
  if (*frame < *next_ || number(*frame).state == State::kDone) return result(frame);
  Slot* slot = slot_of(*frame, packet);
  if (!slot) return result(frame);
  if (!insert(*slot, packet)) {
    slot->broken = true;
    return result(frame, RejectReason::kBadJpegHeader);
  }
  if (slot->end && slot->covered == *slot->end) complete(*slot, packet.received);
  return result(frame);
}

VideoReassembler::Result VideoReassembler::expire(Timestamp now) {
  begin_call();
  if (!next_) return result();
  for (std::int64_t frame = highest_; frame >= *next_; --frame) {
    const Number& entry = number(frame);
    if (entry.state == State::kUnseen || now - entry.first_arrival < config_.patience) continue;
    close_through(frame, now);
    break;
  }
  return result();
}

VideoReassembler::Result VideoReassembler::close(Timestamp now) {
  begin_call();
  if (next_) close_through(highest_, now);
  return result();
}

VideoReassembler::Result VideoReassembler::restart(Timestamp now) {
  begin_call();
  if (next_) close_through(highest_, now);
  numbering_.restart();
  rtp_time_ = {};
  cached_tables_ = {};
  stripes_.forget();
  return result();
}

bool VideoReassembler::take(FrameBuffer& spare) {
  if (!ready_ || spare.max_frame_bytes() < config_.max_frame_bytes) return false;
  std::swap(ready_->buffer, spare);
  ready_->used = false;
  ready_ = nullptr;
  return true;
}

void VideoReassembler::set_loss_policy(LossPolicy policy, bool discard_late_frames) {
  if (policy != config_.loss_policy) stripes_.forget();
  config_.loss_policy = policy;
  config_.discard_late_frames = discard_late_frames;
}

/// Ends the frames that can no longer stay open when a packet of `frame` comes.
void VideoReassembler::make_way(std::int64_t frame, Timestamp now) {
  if (!next_) next_ = highest_ = frame;
  const std::int64_t skipped = frame - highest_ - 1;
  if (skipped >= FrameNumbering::kMaxGap || !losses_.take(skipped, now)) {
    close_through(highest_, now);
    next_ = frame;
  }
  const std::int64_t behind = config_.loss_policy == LossPolicy::kStripes ? 2 : kWindow;
  highest_ = std::max(highest_, frame);
  close_through(frame - behind, now);
}

VideoReassembler::Slot* VideoReassembler::slot_of(std::int64_t frame, const VideoPacket& packet) {
  Slot *free = nullptr, *lowest = nullptr;
  for (Slot& slot : slots_) {
    if (!slot.used) {
      free = &slot;
    } else if (&slot != ready_) {
      if (slot.frame == frame) return &slot;
      if (!lowest || slot.frame < lowest->frame) lowest = &slot;
    }
  }
  if (!free && lowest && lowest->frame < frame) {
    close_through(lowest->frame, packet.received);
    if (!lowest->used) free = lowest;
  }
  Number& entry = number(frame);
  entry.first_arrival = packet.received;
  FrameDone done;
  done.ssrc = config_.ssrc;
  done.frame = frame;
  done.rtp_timestamp = rtp_time_.unwrap(packet.header.timestamp);
  done.first_arrival = packet.received;
  if (!free) {  // older than all that are open: it is the one to give up
    entry.state = State::kDone;
    done.outcome = FrameOutcome::kIncomplete;
    done.blocks_received = 1;
    done.completed = packet.received;
    done_.push_back(done);
    return nullptr;
  }
  entry.state = State::kInSlot;
  free->used = true;
  free->broken = false;
  free->frame = frame;
  free->shape = shape_of(packet.jpeg);
  free->rtp_timestamp = packet.header.timestamp;
  free->tables.reset();
  free->end.reset();
  free->covered = 0;
  free->pieces.clear();
  free->done = done;
  return free;
}

/// False when the packet contradicts the frame: the frame can then not be trusted.
bool VideoReassembler::insert(Slot& slot, const VideoPacket& packet) {
  const rtp::JpegPayload& jpeg = packet.jpeg;
  if (slot.broken || shape_of(jpeg) != slot.shape || packet.header.timestamp != slot.rtp_timestamp) return false;
  Piece piece{jpeg.header.offset, static_cast<std::uint32_t>(jpeg.scan.size())};
  if (jpeg.restart)
    piece.count = jpeg.restart->count, piece.first = jpeg.restart->first, piece.last = jpeg.restart->last;
  const std::size_t pieces_before = slot.pieces.size();
  if (!place(slot, piece, packet.header.marker)) return false;
  if (slot.pieces.size() == pieces_before) return true;
  std::memcpy(slot.buffer.scan() + piece.offset, jpeg.scan.data(), piece.length);
  slot.covered += piece.length;
  ++slot.done.blocks_received;
  slot.done.bytes += static_cast<std::int32_t>(piece.length);
  if (jpeg.tables) slot.tables = jpeg.tables;
  if (piece.offset == 0) slot.done.sent_conference = packet.sent_conference;
  return true;
}

/// Puts the piece into the slot's list unless its bytes are there already. False when it overlaps others, ends the
/// frame at another place than before, or lies behind the end.
bool VideoReassembler::place(Slot& slot, const Piece& piece, bool ends_frame) {
  auto& pieces = slot.pieces;
  const std::uint32_t piece_end = piece.offset + piece.length;
  if (ends_frame && slot.end.value_or(piece_end) != piece_end) return false;
  if (ends_frame) slot.end = piece_end;
  const auto next = std::upper_bound(pieces.begin(), pieces.end(), piece.offset,
                                     [](std::uint32_t offset, const Piece& other) { return offset < other.offset; });
  if (next != pieces.begin()) {
    const Piece& before = *std::prev(next);
    const std::uint32_t before_end = before.offset + before.length;
    if (piece_end <= before_end) return true;
    if (piece.offset < before_end) return false;
  }
  if (next != pieces.end() && piece_end > next->offset) return false;
  if (pieces.size() == kMaxPieces) return false;
  pieces.insert(next, piece);
  return !slot.end || pieces.back().offset + pieces.back().length <= *slot.end;
}

void VideoReassembler::complete(Slot& slot, Timestamp now) {
  close_through(slot.frame - (config_.loss_policy == LossPolicy::kStripes ? 1 : 3), now);
  const std::optional<rtp::QuantTables> tables = tables_of(slot);
  if (tables) {
    if (slot.shape.q >= kLowestTableQ && slot.shape.q < 255) cached_tables_[slot.shape.q - kLowestTableQ] = tables;
    slot.done.late = judge_late(slot, now);
    slot.done.discarded_late = slot.done.late && config_.discard_late_frames;
    number(slot.frame).completed = now;
    number(slot.frame).rtp_timestamp = slot.rtp_timestamp;
    end(slot, FrameOutcome::kComplete, now);
    if (!slot.done.discarded_late) deliver(slot, slot.covered, *tables);
  } else {
    end(slot, FrameOutcome::kIncomplete, now);
  }
  skip_ended();
}

std::optional<rtp::QuantTables> VideoReassembler::tables_of(const Slot& slot) const {
  if (slot.shape.q < kLowestTableQ) return rtp::quant_tables_of_q(slot.shape.q);
  return slot.tables ? slot.tables : cached_tables_[slot.shape.q - kLowestTableQ];
}

bool VideoReassembler::judge_late(const Slot& slot, Timestamp now) {
  const Number before = number(slot.frame - 1), before_that = number(slot.frame - 2);
  if (!before.completed) return false;
  const auto since_before = [&](std::uint32_t timestamp) -> std::int64_t {
    return static_cast<std::int32_t>(timestamp - before.rtp_timestamp);
  };
  LatenessRule rule;
  rule.factor = config_.dvt_factor;
  if (config_.period) rule.nominal_ms = config_.period->ms();
  rule.timestamp_hz = kVideoClock;
  LatenessRule::Neighbours of{since_before(slot.rtp_timestamp), 0, {}, false};
  if (before_that.completed) of.before_that = since_before(before_that.rtp_timestamp);
  const std::optional<double> period = rule.period_ms(of);
  return period && rule.is_late(now - *before.completed, *period);
}

void VideoReassembler::close_through(std::int64_t frame, Timestamp now) {
  for (; *next_ <= frame; ++*next_) {
    Number& entry = number(*next_);
    if (entry.state == State::kInSlot) {
      const auto slot = std::find_if(slots_.begin(), slots_.end(), [&](const Slot& candidate) {
        return candidate.used && &candidate != ready_ && candidate.frame == *next_;
      });
      if (slot != slots_.end()) give_up(*slot, now);
    } else if (entry.state == State::kUnseen) {
      entry.state = State::kDone;
      FrameDone done;
      done.ssrc = config_.ssrc;
      done.frame = *next_;
      done.outcome = FrameOutcome::kMissing;
      done.first_arrival = done.completed = now;
      done_.push_back(done);
    }
  }
  skip_ended();
}

void VideoReassembler::skip_ended() {
  while (*next_ <= highest_ && number(*next_).state == State::kDone) ++*next_;
}

void VideoReassembler::give_up(Slot& slot, Timestamp now) {
  const bool stripes = config_.loss_policy == LossPolicy::kStripes;
  if (!stripes || slot.broken || !patch(slot, now)) end(slot, FrameOutcome::kIncomplete, now);
}

/// False when the frame before cannot fill the gaps: none there, another size, type, Q or tables.
bool VideoReassembler::patch(Slot& slot, Timestamp now) {
  const rtp::QuantTables* before = stripes_.tables(slot.shape);
  if (!before || (slot.tables ? *slot.tables != *before : slot.shape.q == 255)) return false;
  const auto size =
      stripes_.patch(slot.shape, slot.pieces, slot.buffer.scan(), {patched_.scan(), config_.max_frame_bytes});
  if (!size) return false;
  const rtp::QuantTables tables = *before;
  std::swap(slot.buffer, patched_);
  end(slot, FrameOutcome::kPatched, now);
  deliver(slot, *size, tables);
  return true;
}

void VideoReassembler::end(Slot& slot, FrameOutcome outcome, Timestamp now) {
  slot.done.outcome = outcome;
  slot.done.completed = now;
  number(slot.frame).state = State::kDone;
  slot.used = false;
  done_.push_back(slot.done);
}

/// Makes the ended frame's scan a JPEG file and the frame that take() gives; one from earlier in this call is outdated.
void VideoReassembler::deliver(Slot& slot, std::size_t scan_bytes, const rtp::QuantTables& tables) {
  FrameBuffer& buffer = slot.buffer;
  std::uint8_t* const scan = buffer.scan();
  if (config_.loss_policy == LossPolicy::kStripes) stripes_.remember(slot.shape, tables, {scan, scan_bytes});
  std::array<std::uint8_t, rtp::kMaxJpegHeaderBytes> headers;
  const PictureShape& shape = slot.shape;
  const std::size_t size =
      rtp::write_jpeg_headers(headers, shape.type, shape.width8 * 8, shape.height8 * 8, tables, shape.restart_interval);
  std::memcpy(scan - size, headers.data(), size);
  buffer.begin_ = FrameBuffer::kFrontRoom - size;
  buffer.end_ = FrameBuffer::kFrontRoom + scan_bytes;
  const bool has_eoi = scan_bytes >= 2 && scan[scan_bytes - 2] == 0xFF && scan[scan_bytes - 1] == 0xD9;
  if (!has_eoi) scan[scan_bytes] = 0xFF, scan[scan_bytes + 1] = 0xD9, buffer.end_ += 2;
  buffer.done = slot.done;
  if (ready_) ready_->used = false;
  slot.used = true;
  ready_ = &slot;
}

}  // namespace jitterscope
