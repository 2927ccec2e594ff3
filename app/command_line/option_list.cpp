#include "app/command_line/option_list.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

#include "app/command_line/output.h"
#include "core/base/units/number_words.h"

namespace jitterscope {
namespace {

/// `read` gives the number that a whole word is; `kind` names such numbers.
template <typename Number, typename Read>
CLI::Validator number_from(Number low, Number high, Read read, const std::string& kind) {
  const std::string range = CLI::detail::to_string(low) + " to " + CLI::detail::to_string(high);
  return CLI::Validator(
      [=](std::string& words) -> std::string {
        const auto value = read(words);
        if (value && *value >= low && *value <= high) return {};
        return "'" + words + "' is not a " + kind + " from " + range;
      },
      range);
}

}  // namespace

AddedOption AddedOption::required() const {
  return AddedOption(option_->required());
}
AddedOption AddedOption::at_most(int values) const {
  return AddedOption(option_->expected(1, values));
}
AddedOption AddedOption::within(double low, double high) const {
  return AddedOption(option_->check(number_from(low, high, plain_number, "number")));
}
AddedOption AddedOption::whole_within(std::uint64_t low, std::uint64_t high) const {
  return AddedOption(option_->check(number_from(low, high, whole_number<std::uint64_t>, "whole number")));
}
AddedOption AddedOption::port() const {
  return AddedOption(option_->check(CLI::Range(1, 65535)));
}
AddedOption AddedOption::one_of(const std::vector<std::string>& words) const {
  return AddedOption(option_->check(CLI::IsMember(words)));
}
AddedOption AddedOption::checked(const std::function<std::string(const std::string&)>& why_not) const {
  return AddedOption(option_->check(why_not));
}
AddedOption AddedOption::with_default() const {
  return AddedOption(option_->capture_default_str());
}
AddedOption AddedOption::with_default(const std::string& words) const {
  return AddedOption(option_->default_str(words));
}
AddedOption AddedOption::excludes(const AddedOption& other) const {
  return AddedOption(option_->excludes(other.option_));
}
AddedOption AddedOption::group(const std::string& heading) const {
  return AddedOption(option_->group(heading));
}
AddedOption AddedOption::repeatable() const {
  return AddedOption(option_->allow_extra_args(false)->take_all());
}

OptionList OptionList::command(const std::string& name, const std::string& help) const {
  return *app_->add_subcommand(name, help);
}
AddedOption OptionList::flag(const std::string& name, bool& to, const std::string& help) const {
  return AddedOption(app_->add_flag(name, to, help));
}
AddedOption OptionList::flag(const std::string& name, const std::function<void()>& act, const std::string& help) const {
  return AddedOption(app_->add_flag_callback(name, act, help));
}
template <typename T>
AddedOption OptionList::add(const std::string& name, T& to, const std::string& help) const {
  return AddedOption(app_->add_option(name, to, help));
}
template AddedOption OptionList::add(const std::string&, std::string&, const std::string&) const;
template AddedOption OptionList::add(const std::string&, std::vector<std::string>&, const std::string&) const;
template AddedOption OptionList::add(const std::string&, double&, const std::string&) const;
template AddedOption OptionList::add(const std::string&, std::optional<double>&, const std::string&) const;
template AddedOption OptionList::add(const std::string&, std::uint16_t&, const std::string&) const;
template AddedOption OptionList::add(const std::string&, std::optional<std::uint16_t>&, const std::string&) const;
template AddedOption OptionList::add(const std::string&, std::optional<std::uint32_t>&, const std::string&) const;
template AddedOption OptionList::add(const std::string&, std::uint64_t&, const std::string&) const;
template AddedOption OptionList::add(const std::string&, std::optional<std::uint64_t>&, const std::string&) const;

AddedOption OptionList::word(const std::string& name, const std::function<void(const std::string&)>& take,
                             const std::string& help) const {
  return AddedOption(app_->add_option_function(name, take, help));
}
AddedOption OptionList::words(const std::string& name, const std::function<void(const std::vector<std::string>&)>& take,
                              const std::string& help) const {
  return AddedOption(app_->add_option_function(name, take, help));
}

void OptionList::take_last() const {
  app_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}
void OptionList::needs_command(int least) const {
  app_->require_subcommand(least, 1);
}
void OptionList::footer(const std::string& words) const {
  app_->footer(words);
}
void OptionList::hide() const {
  app_->group("");
}
void OptionList::runs(Run& run, const Run& work, const std::function<void()>& check) const {
  app_->callback([&run, work, check] {
    if (check) check();
    run = work;
  });
}

void refuse(const std::string& why) {
  throw CLI::ValidationError(why);
}

CommandLine::CommandLine(const std::string& description, const std::string& name, const std::string& version)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("--version", version);
}

CommandLine::~CommandLine() = default;

std::optional<int> CommandLine::parse(std::vector<std::string> words) {
  std::ranges::reverse(words);
  try {
    app_->parse(std::move(words));
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, err;
    const bool asked = app_->exit(error, out, err) == 0;
    if (const std::string fault = err.str(); !fault.empty())
      say_lines(fault.substr(0, fault.find_last_not_of('\n') + 1));
    print_text(out.str());
    return asked ? 0 : 2;
  }
}

}  // namespace jitterscope
