#include <csignal>
#include <memory>
#include <random>

#include "app/command_line/output.h"
#include "app/commands/commands.h"
#include "app/relay/relay.h"
#include "core/base/net/host_port.h"

namespace jitterscope {
namespace {

int run_relay(std::uint64_t seed, const std::string& bind) {
  if (!isatty(STDIN_FILENO)) std::signal(SIGINT, SIG_IGN);  // Ctrl-C is for the end, which then ends its relay
  std::signal(SIGPIPE, SIG_IGN);
  std::string error;
  SocketAddress far_host;
  if (!bind.empty()) {
    const Resolution found = resolve({bind, 0});
    error = found.error;
    if (!found.addresses.empty()) far_host = found.addresses.front();
  }
  auto sockets = error.empty() ? RelaySockets::open(error, far_host) : nullptr;
  if (!sockets) {
    say(error);
    return 1;
  }
  Relay(std::move(sockets), seed, STDIN_FILENO, STDOUT_FILENO).run();
  return 0;
}

}  // namespace

void add_relay(OptionList program, Run& run) {
  auto seed = std::make_shared<std::uint64_t>(std::random_device{}());
  const OptionList command = program.command(
      "relay",
      "the emulated link between two ends; an end starts it by itself.\n"
      "Commands are JSON lines on standard input: {\"link\":\"rate=1mbit,queue=20\"}, {\"background\":\"500\"}, "
      "{\"seed\":7},\n"
      "{\"route\":{\"near_audio\":\"HOST:PORT\",\"near_video\":…,\"far_audio\":…,\"far_video\":…}},\n"
      "{\"control\":{\"to\":\"HOST:PORT\"}}, {\"end\":true}; each is answered by {\"ok\":…} or {\"error\":\"…\"}. "
      "Reports are lines "
      "too.");
  command.add("--seed", *seed, "of everything random; else another one each time");
  auto bind = std::make_shared<std::string>();
  command.add("--bind", *bind, "the only address of this machine that the remote's media come to");
  command.hide();
  command.runs(run, [seed, bind] { return run_relay(*seed, *bind); });
}

}  // namespace jitterscope
