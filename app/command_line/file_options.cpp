#include "app/command_line/file_options.h"

#include <fmt/format.h>

#include "core/base/units/shell_word.h"
#include "core/events/words.h"

namespace jitterscope {

void add_file_options(OptionList command, std::vector<PayloadRule>& payloads, std::optional<ClockRelation>& clocks) {
  command
      .words(
          "--payload",
          [&payloads](const std::vector<std::string>& rules) {
            std::string error;
            for (const std::string& rule : rules)
              if (const auto parsed = parse_payload_rule(rule, error)) payloads.push_back(*parsed);
          },
          "In captures: what a payload type carries, TYPE=MEDIUM/CLOCK, as 118=AMR/8000 or 97=video/90000; repeatable")
      .repeatable()
      .checked([](const std::string& rule) {
        std::string error;
        return parse_payload_rule(rule, error) ? std::string() : error;
      });
  command
      .word(
          "--clocks",
          [&clocks](const std::string& word) {
            clocks = word == "common" ? ClockRelation::kCommon : ClockRelation::kUnknown;
          },
          "Whether the clocks of sending and receiving agree: unknown (captures) or common (packet lists)")
      .one_of({"unknown", "common"});
}

std::vector<std::string> file_arguments(const std::vector<PayloadRule>& payloads,
                                        const std::optional<ClockRelation>& clocks,
                                        const std::optional<std::uint16_t>& port) {
  std::vector<std::string> arguments;
  for (const PayloadRule& rule : payloads) {
    const std::string medium = rule.name.empty() ? std::string(to_string(rule.medium)) : rule.name;
    arguments.insert(arguments.end(), {"--payload", fmt::format("{}={}/{}", rule.type, medium, rule.clock_rate_hz)});
  }
  if (clocks) arguments.insert(arguments.end(), {"--clocks", *clocks == ClockRelation::kCommon ? "common" : "unknown"});
  if (port) arguments.insert(arguments.end(), {"--port", std::to_string(*port)});
  return arguments;
}

std::string shell_words(const std::vector<std::string>& arguments) {
  std::string words;
  for (const std::string& argument : arguments) words += ' ' + shell_word(argument);
  return words;
}

void add_span_options(OptionList command, std::optional<double>& from_s, std::optional<double>& to_s) {
  constexpr double kLatest_s = 100'000'000;
  command.add("--from", from_s, "Figures of what came, or should have, from this second on").within(0, kLatest_s);
  command.add("--to", to_s, "Figures of what came, or should have, before this second").within(0, kLatest_s);
}

void check_span(const std::optional<double>& from_s, const std::optional<double>& to_s) {
  if (from_s && to_s && *from_s >= *to_s) refuse(fmt::format("--to: {} is not after --from {}", *to_s, *from_s));
}

}  // namespace jitterscope
