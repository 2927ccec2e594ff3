#include "app/commands/relay.h"

#include <csignal>
#include <memory>
#include <random>

#include "app/command_line/output.h"
#include "app/relay/relay.h"

namespace jitterscope {
namespace {

int run_relay(std::uint64_t seed) {
  if (!isatty(STDIN_FILENO)) std::signal(SIGINT, SIG_IGN);  // Ctrl-C is for the end, which then ends its relay
  std::signal(SIGPIPE, SIG_IGN);
  std::string error;
  auto sockets = RelaySockets::open(error);
  if (!sockets) {
    say(error);
    return 1;
  }
  Relay(std::move(sockets), seed, STDIN_FILENO, STDOUT_FILENO).run();
  return 0;
}

}  // namespace

CLI::App* add_relay(CLI::App& app, std::function<int()>& run) {
  auto seed = std::make_shared<std::uint64_t>(std::random_device{}());
  CLI::App* command = app.add_subcommand(
      "relay",
      "the emulated link between two ends; an end starts it by itself.\n"
      "Commands are JSON lines on standard input: {\"link\":\"rate=1mbit,queue=20\"}, {\"background\":\"500\"},\n"
      "{\"route\":{\"near_audio\":\"HOST:PORT\",\"near_video\":…,\"far_audio\":…,\"far_video\":…}},\n"
      "{\"control\":{\"to\":\"HOST:PORT\"}}; each is answered by {\"ok\":…} or {\"error\":\"…\"}. Reports are lines "
      "too.");
  command->add_option("--seed", *seed, "of everything random; else another one each time");
  command->group("");
  command->callback([seed, &run] { run = [seed] { return run_relay(*seed); }; });
  return command;
}

}  // namespace jitterscope
