#pragma once
// latecki04's picture over TCP in virtual time: the model connection of core/algorithms/link behind the simulation's
// PictureCarrier.
#include <memory>

#include "core/algorithms/link/tcp_flow.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope {

struct TcpPicture {
  link::TcpSetting tcp;
  /// True: a frame is obsolete while anything of the one before has not left the socket (what this program's calls do).
  /// False: when it finds no room in the send buffer, as with a program that knows no more of its socket than that.
  bool watch_unsent = true;
};

/// RFC 4571 framing: 2 bytes before each packet. What finds no room in the buffer waits in the program.
std::unique_ptr<PictureCarrier> make_tcp_carrier(const TcpPicture& picture);

}  // namespace jitterscope
