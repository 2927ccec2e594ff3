#pragma once
// The UDP datagrams of capture files one after another, for whoever looks for streams or for what streams carry.
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/units/time.h"
#include "core/record/datagrams/link_layer.h"

namespace jitterscope::trace {

/// Is given datagrams in the order of the file, but for those that are not `in_order`. Their bytes are gone after it.
using TakeDatagram = std::function<void(Timestamp at, const UdpDatagram&, bool in_order)>;

/// What was read, and what was not.
struct DatagramsRead {
  std::int64_t packets = 0, datagrams = 0;  // packets of any kind; of an rtpdump file, entries
  std::int64_t out_of_time = 0;             // datagrams or fragments without a time that can be
  std::optional<double> stamp_resolution_ms = {};
  std::string note = {};  // what was left out, in words; empty = nothing
};

/// A pcap or pcapng file, as import_capture(). The file is closed; `name` stands in sentences. nullopt and one sentence
/// in `error` when it is no such file; also nullopt when `stop` is asked for.
std::optional<DatagramsRead> read_capture(std::FILE* file, const std::string& name, const TakeDatagram& take,
                                          std::string& error, const std::stop_token& stop);

/// rtptools' binary format; its datagrams have ports, no addresses. `error` has no name of a file and no full stop.
std::optional<DatagramsRead> read_rtpdump(std::string_view bytes, const TakeDatagram& take, std::string& error,
                                          const std::stop_token& stop);

}  // namespace jitterscope::trace
