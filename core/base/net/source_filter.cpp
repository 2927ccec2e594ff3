#include "core/base/net/source_filter.h"

#include <arpa/inet.h>

#include <array>
#include <cstring>

namespace jitterscope {
namespace {

// Offsets from the network header. The filter of a UDP socket sees the datagram from its UDP header on.
constexpr std::uint32_t kNetwork = static_cast<std::uint32_t>(SKF_NET_OFF), kVersion = kNetwork,
                        kSource4 = kNetwork + 12, kSource6 = kNetwork + 8;
constexpr std::uint32_t kWholeDatagram = 0xFFFFFFFF, kNothing = 0;
constexpr int kWords6 = 4;

sock_filter statement(int code, std::uint32_t value) {
  return BPF_STMT(static_cast<std::uint16_t>(code), value);
}
sock_filter jump(int code, std::uint32_t value, int yes, int no) {
  return BPF_JUMP(static_cast<std::uint16_t>(code), value, static_cast<std::uint8_t>(yes),
                  static_cast<std::uint8_t>(no));
}

/// Takes it when the words from `offset` on are these; goes on behind it otherwise.
void take_if(std::vector<sock_filter>& program, std::uint32_t offset, std::span<const std::uint32_t> words) {
  const int count = static_cast<int>(words.size());
  for (int i = 0; i < count; ++i) {
    program.push_back(statement(BPF_LD | BPF_W | BPF_ABS, offset + 4 * static_cast<std::uint32_t>(i)));
    program.push_back(jump(BPF_JMP | BPF_JEQ | BPF_K, words[static_cast<std::size_t>(i)], 0, 2 * (count - 1 - i) + 1));
  }
  program.push_back(statement(BPF_RET | BPF_K, kWholeDatagram));
}

}  // namespace

std::vector<sock_filter> source_filter(std::span<const SocketAddress> hosts) {
  std::vector<sock_filter> four, six;
  for (const SocketAddress& each : hosts) {
    const SocketAddress host = each.unmapped();
    if (host.family() == AF_INET) {
      const std::array words{ntohl(reinterpret_cast<const sockaddr_in*>(host.data())->sin_addr.s_addr)};
      take_if(four, kSource4, words);
    } else if (host.family() == AF_INET6) {
      std::array<std::uint32_t, kWords6> words{};
      std::memcpy(words.data(), &reinterpret_cast<const sockaddr_in6*>(host.data())->sin6_addr, sizeof words);
      for (std::uint32_t& word : words) word = ntohl(word);
      take_if(six, kSource6, words);
    }
  }
  std::vector<sock_filter> program{statement(BPF_LD | BPF_B | BPF_ABS, kVersion),
                                   statement(BPF_ALU | BPF_RSH | BPF_K, 4),
                                   jump(BPF_JMP | BPF_JEQ | BPF_K, 6, static_cast<int>(four.size()) + 1, 0)};
  program.insert(program.end(), four.begin(), four.end());
  program.push_back(statement(BPF_RET | BPF_K, kNothing));
  program.insert(program.end(), six.begin(), six.end());
  program.push_back(statement(BPF_RET | BPF_K, kNothing));
  return program;
}

}  // namespace jitterscope
