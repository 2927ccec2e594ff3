#pragma once
// Two sockets that are connected to each other, for two processes of this program.
#include <optional>
#include <string>

#include "core/base/files/owned_descriptor.h"

namespace jitterscope {

enum class PairTransport { kIpc, kTcp, kUdp };  // Unix stream socket, TCP, UDP (both on the loopback interface)

struct SocketPair {
  OwnedDescriptor source, display;  // connected to nobody else; never block; not inherited by children unasked
};
/// nullopt: `error` says why in one sentence.
std::optional<SocketPair> connected_pair(PairTransport transport, std::string& error);

}  // namespace jitterscope
