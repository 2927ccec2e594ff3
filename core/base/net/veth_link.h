#pragma once
// Two network namespaces joined by a veth pair: scripts for `ip -batch` and `tc -batch` (package iproute2).
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/net/network_namespace.h"
#include "core/base/units/data.h"

namespace jitterscope {

inline constexpr const char* kVethInterface = "veth";     // in both namespaces
inline constexpr const char* kNearAddress = "192.0.2.1";  // TEST-NET-1 (RFC 5737): nobody's
inline constexpr const char* kFarAddress = "192.0.2.2";

/// Runs `tool -batch` with `script` inside `space` and waits for it. `passed` (−1: none) is the tool's descriptor 3.
/// False: `error` is its own words, or that it is missing and what to do.
bool run_tool(const NetworkNamespace& space, const std::string& tool, const std::string& script, int passed,
              std::string& error);

/// An open line between the two, with the addresses above. False: `error` says why.
bool make_veth_link(const NetworkNamespace& near, const NetworkNamespace& far, std::string& error);

/// The same with a bridge between, whose interface towards `far` is kVethInterface of `middle`: a queue that is not the
/// sending machine's own, so that its TCP fills it (Linux lets a connection have hardly two packets in its own queues).
bool make_bridged_veth_link(const NetworkNamespace& near, const NetworkNamespace& middle, const NetworkNamespace& far,
                            std::string& error);

/// Of an interface. Without a rate it sends at once.
struct InterfaceQueue {
  std::optional<DataRate> rate = {};
  std::optional<int> limit_packets = {};
  std::optional<std::int64_t> limit_bytes = {};  // goes before limit_packets
};
/// For `tc`: the queue made or changed. tbf sends a frame when the bucket holds it: the bucket holds
/// the largest frame, and what the rate brings in the half millisecond that a timer may be late (measured: rates of 100
/// kbit/s to 100 Mbit/s are exact to 0.2 %).
std::string queue_script(const InterfaceQueue& queue);
/// Bytes in the bucket at such a rate.
std::int64_t queue_burst(DataRate rate);

}  // namespace jitterscope
