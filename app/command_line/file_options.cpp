#include "app/command_line/file_options.h"

namespace jitterscope {

void add_file_options(CLI::App& command, std::vector<PayloadRule>& payloads, std::optional<ClockRelation>& clocks) {
  command
      .add_option_function<std::vector<std::string>>(
          "--payload",
          [&payloads](const std::vector<std::string>& rules) {
            std::string error;
            for (const std::string& rule : rules)
              if (const auto parsed = parse_payload_rule(rule, error)) payloads.push_back(*parsed);
          },
          "In captures: what a payload type carries, TYPE=MEDIUM/CLOCK, as 118=AMR/8000 or 97=video/90000; repeatable")
      ->allow_extra_args(false)
      ->check([](const std::string& rule) {
        std::string error;
        return parse_payload_rule(rule, error) ? std::string() : error;
      });
  command
      .add_option_function<std::string>(
          "--clocks",
          [&clocks](const std::string& word) {
            clocks = word == "common" ? ClockRelation::kCommon : ClockRelation::kUnknown;
          },
          "Whether the clocks of sending and receiving agree: unknown (captures) or common (packet lists)")
      ->check(CLI::IsMember({"unknown", "common"}));
}

}  // namespace jitterscope
