// Lines of a connection, received in pieces. First byte: the longest line; then the pieces, each after its length.
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/net/tcp_connection.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;
using Status = TcpConnection::LineStatus;

namespace {

struct Received {
  std::vector<std::string> lines;
  Status end = Status::kTimeout;

  void take(TcpConnection& connection, std::size_t longest) {
    while (true) {
      auto line = connection.receive_line(std::chrono::milliseconds(0), longest);
      end = line.status;
      require((end != Status::kTooLong && end != Status::kClosed) || !line.text.empty(), "an end has a sentence");
      if (end != Status::kLine) return;
      require(line.text.size() <= longest && line.text.find('\n') == std::string::npos, "a line within its limit");
      lines.push_back(std::move(line.text));
    }
  }
};

/// Of all bytes at once.
Received expected(std::string_view bytes, std::size_t longest) {
  Received result;
  while (true) {
    const auto end = bytes.find('\n');
    if (std::min(end, bytes.size()) > longest) return result.end = Status::kTooLong, result;
    if (end == std::string_view::npos) return result.end = Status::kClosed, result;
    const std::size_t without = end > 0 && bytes[end - 1] == '\r' ? end - 1 : end;
    result.lines.emplace_back(bytes.substr(0, without));
    bytes.remove_prefix(end + 1);
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  const std::size_t longest = input.byte();
  int ends[2];
  require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "a pair of sockets");
  TcpConnection connection{OwnedDescriptor(ends[0])};
  Received received;
  std::string all;
  while (!input.empty() && received.end == Status::kTimeout) {  // after an end nobody reads, and sending would block
    const auto piece = input.bytes(input.byte());
    all.append(text_of(piece.data(), piece.size()));
    require(send(ends[1], piece.data(), piece.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(piece.size()),
            "it goes out");
    received.take(connection, longest);
  }
  // Not close alone: whoever reads /proc/PID/fd at that moment holds the socket open a little longer.
  require(shutdown(ends[1], SHUT_RDWR) == 0, "it ends");
  close(ends[1]);
  received.take(connection, longest);
  const Received wanted = expected(all, longest);
  require(received.lines == wanted.lines, "the same lines, however they came");
  require(received.end == wanted.end, "the same end, however it came");
  received.take(connection, longest);
  require(received.end == wanted.end, "an end is for good");
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  const auto pieces = [](std::uint8_t longest, std::initializer_list<std::string_view> texts) {
    FuzzInput input{longest};
    for (const std::string_view text : texts) {
      input.push_back(static_cast<std::uint8_t>(text.size()));
      input.insert(input.end(), text.begin(), text.end());
    }
    return input;
  };
  return {pieces(40, {"{\"id\":1}\r\n{\"id\"", ":2}\n\n", "\r", "\nlast"}), pieces(4, {"1234\n123", "45", "\n"}),
          pieces(3, {"123", "\r\n"}), pieces(0, {"\n\r\n"})};
}
