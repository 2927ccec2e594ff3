#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/command_line/file_options.h"
#include "app/command_line/output.h"
#include "app/commands/commands.h"
#include "app/headless/run_end.h"
#include "app/provenance/print_result.h"
#include "app/provenance/provenance_source.h"
#include "core/record/open/opened_call.h"

namespace jitterscope {
namespace {

int run_and_print(const CallOptions& options, EndPlan plan, const ProvenanceSource& made) {
  if (options.settings.link.up.kernel || options.settings.link.down.kernel) {
    say("path=kernel needs both ends on this machine, in network namespaces of their own: use 'jitterscope demo --link "
        "…' as root.");
    return 2;
  }
  plan.made = &made;
  const EndResult result = run_end(options, plan);
  if (options.json)
    print_result(result.summary_json, made.now());
  else
    print_text(result.summary_text);
  return result.status;
}

struct WindowOptions {
  std::string file;  // empty = none
  std::string name;  // empty = the one that was kept
  OpenOptions open;
  bool usual_settings = false;  // what windows before have kept is not used, and nothing is kept
};

int run_window(const WindowOptions& window, const ProvenanceSource& made) {
  CallOptions options;
  options.name = window.name;
  options.usual_settings = window.usual_settings;
  EndPlan plan;
  plan.made = &made;
  plan.keeps_name = !window.name.empty();
  plan.file = window.file;
  plan.open = window.open;
  plan.listen = kControlPort;
  plan.next_free_port = true;
  plan.of_user = true;
  plan.waits_to_be_asked = true;
  return run_end(options, plan).status;
}

}  // namespace

void add_call(OptionList program, Run& run, const ProvenanceSource& made) {
  struct Arguments : CallOptions {
    std::string target;
  };
  auto arguments = std::make_shared<Arguments>();
  const OptionList command = program.command("call", "call another Jitterscope");
  command.add("target", arguments->target, "HOST[:PORT]: IPv4, [IPv6] or name").required();
  add_call_options(command, *arguments);
  command.runs(
      run,
      [arguments, &made] {
        EndPlan plan;
        plan.call = parse_host_port(arguments->target, kControlPort);
        if (!plan.call) {
          say(fmt::format("'{}' is no address. Use HOST, HOST:PORT or [IPv6]:PORT.", arguments->target));
          return 2;
        }
        plan.one_call = arguments->headless || arguments->seconds.has_value();
        plan.of_user = true;
        return run_and_print(*arguments, plan, made);
      },
      [arguments] { check_script(*arguments); });
}

void add_listen(OptionList program, Run& run, const ProvenanceSource& made) {
  struct Arguments : CallOptions {
    std::uint16_t port = kControlPort;
  };
  auto arguments = std::make_shared<Arguments>();
  const OptionList command =
      program.command("listen", "wait for a call; a window rings, without one it is answered at once");
  command.add("--port", arguments->port, "TCP control port").port().with_default();
  command.flag("--auto-accept", arguments->auto_accept,
               "answer whoever calls, with camera and microphone (headless: always)");
  add_call_options(command, *arguments);
  command.runs(
      run,
      [arguments, &made] {
        EndPlan plan;
        plan.listen = arguments->port;
        plan.next_free_port = arguments->next_free_port;
        plan.auto_accept = arguments->headless || arguments->auto_accept;
        plan.one_call = arguments->headless || arguments->seconds.has_value();
        plan.of_user = true;
        return run_and_print(*arguments, plan, made);
      },
      [arguments] { check_script(*arguments); });
}

void add_window(OptionList program, Run& run, const ProvenanceSource& made) {
  auto options = std::make_shared<WindowOptions>();
  const auto exists = [](const std::string& name) {
    return std::filesystem::exists(name) ? std::string()
                                         : fmt::format("there is neither a command nor a file {}", name);
  };
  program.add("FILE", options->file, "Trace, packet list or capture to be opened in the window").checked(exists);
  program.add("--name", options->name, "who you are, shown to whom you call; kept");
  program.flag("--usual-settings", options->usual_settings, kUsualSettingsHelp);
  add_file_options(program, options->open.payloads, options->open.clocks);
  run = [options, &made] { return run_window(*options, made); };
}

}  // namespace jitterscope
