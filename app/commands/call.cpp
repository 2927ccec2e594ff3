#include "app/commands/call.h"

#include <fmt/format.h>

#include <memory>

#include "app/run_end.h"

namespace jitterscope {
namespace {

constexpr std::uint16_t kControlPort = 5004;

int run_and_print(const CallOptions& options, const EndPlan& plan) {
  if (options.settings.link.up.kernel || options.settings.link.down.kernel) {
    fmt::print(stderr, "path=kernel needs both ends on this machine, in network namespaces of their own: use 'jitterscope demo --link …' as root.\n");
    return 2;
  }
  const EndResult result = run_end(options, plan);
  if (options.json) fmt::print("{}\n", result.summary_json.empty() ? "null" : result.summary_json);
  else fmt::print("{}", result.summary_text);
  return result.status;
}

}  // namespace

CLI::App* add_call(CLI::App& app, std::function<int()>& run) {
  struct Arguments : CallOptions { std::string target; };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("call", "call another Jitterscope");
  command->add_option("target", arguments->target, "HOST[:PORT]: IPv4, [IPv6] or name")->required();
  add_call_options(*command, *arguments);
  command->callback([arguments, &run] {
    run = [arguments] {
      EndPlan plan;
      plan.call = parse_endpoint(arguments->target, kControlPort);
      if (!plan.call) {
        fmt::print(stderr, "'{}' is no address. Use HOST, HOST:PORT or [IPv6]:PORT.\n", arguments->target);
        return 2;
      }
      plan.one_call = arguments->headless || arguments->seconds.has_value();
      plan.prefer_devices = true;
      return run_and_print(*arguments, plan);
    };
  });
  return command;
}

CLI::App* add_listen(CLI::App& app, std::function<int()>& run) {
  struct Arguments : CallOptions { std::uint16_t port = kControlPort; };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("listen", "wait for a call and accept it");
  command->add_option("--port", arguments->port, "TCP control port")->check(CLI::Range(1, 65535))->capture_default_str();
  add_call_options(*command, *arguments);
  command->callback([arguments, &run] {
    run = [arguments] {
      EndPlan plan;
      plan.listen = arguments->port;
      plan.auto_accept = true;
      plan.one_call = arguments->headless || arguments->seconds.has_value();
      plan.prefer_devices = true;
      return run_and_print(*arguments, plan);
    };
  });
  return command;
}

int run_window() {
  CallOptions options;
  EndPlan plan;
  plan.listen = kControlPort;
  plan.next_free_port = true;
  plan.prefer_devices = true;
  return run_end(options, plan).status;
}

}  // namespace jitterscope
