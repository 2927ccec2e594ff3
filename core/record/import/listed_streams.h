#pragma once
// The rows of a packet list put together as streams.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/measures/definitions/stream_input.h"
#include "core/record/import/listed_numbers.h"

namespace jitterscope {

/// One row. `packet` has the numbers as they are listed, not extended; without a receive time `packet.received` means
/// nothing.
struct ListedRow {
  PacketObservation packet;
  bool received = true;
  std::optional<std::uint32_t> ssrc = {};
  std::optional<double> clock_rate_hz = {};
};

/// Rows with one SSRC are one stream, in order of appearance; those without one are of the only SSRC that the list
/// names, of a stream of their own where it names several or none. Of clock rates the first one of a stream counts.
/// Of several streams those are video of which a row has a frame number; of one, or where no row has any, all are if
/// the list has a column for it. A row without a receive time is a packet that was lost: its number is expected, and is
/// counted in missing_before or missing_after where it lies beyond those that came. If no row has a receive time, all
/// are packets that were sent, at their send times.
class ListedStreams {
 public:
  static constexpr std::size_t kMostStreams = 65536;

  ListedStreams(bool has_frames, std::size_t rows_expected);

  /// How many rows were added.
  std::size_t rows() const { return rows_.size(); }
  /// There are rows, and none has a receive time.
  bool none_received() const { return !rows_.empty() && unreceived_.size() == rows_.size(); }
  /// False: the row is of one stream too many, and was not taken.
  bool add(const ListedRow& row);

  /// Packets in order of arrival (those of equal times in order of their rows), their numbers extended where they wrap;
  /// at least one stream. Ends the use of this object.
  std::vector<StreamInput> take();

 private:
  /// What rows with the same SSRC have in common.
  struct Source {
    std::optional<std::uint32_t> ssrc;
    std::optional<double> clock_rate_hz;
    std::size_t clock_row = 0;  // the first row that told the clock's rate
    bool any_frame = false;
    std::size_t rows = 0;
  };
  struct Members {
    std::vector<PacketObservation> packets;  // in order of their rows
    std::vector<LostRow> lost;
    void add(const PacketObservation& packet);
    void add_lost(std::int64_t number);
  };

  std::optional<std::uint32_t> source_of(std::optional<std::uint32_t> ssrc);
  void put_sources_together();
  void take_send_times();
  std::vector<Members> members();
  StreamInput stream_of(const Source& source, Members members, bool any_frame) const;

  bool has_frames_;
  std::vector<PacketObservation> rows_;
  std::vector<std::uint32_t> owners_;    // index of the source of each row; empty as long as there is one source
  std::vector<std::size_t> unreceived_;  // rows without a receive time, ascending
  std::vector<Source> sources_;
  std::unordered_map<std::int64_t, std::uint32_t> places_;  // of sources, by SSRC; kNoSsrc for those without one
  std::uint32_t newest_ = 0;                                // source of the row before
};

}  // namespace jitterscope
