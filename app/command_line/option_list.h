#pragma once
// These classes name the options of a command. CLI11's templates are dear to compile: option_list.cpp alone has them.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace jitterscope {

/// It does what a command is for and returns the exit status.
using Run = std::function<int()>;

/// An option just added. Each function sets one thing more and returns the option again.
class AddedOption {
 public:
  explicit AddedOption(CLI::Option* option) : option_(option) {}
  AddedOption required() const;
  AddedOption at_most(int values) const;
  /// The whole word is a finite number from `low` to `high` (CLI11's own range lets NaN pass).
  AddedOption within(double low, double high) const;
  /// The same of whole numbers: CLI11 reads "-1" and 2^64 as numbers that they are not.
  AddedOption whole_within(std::uint64_t low, std::uint64_t high) const;
  AddedOption port() const;
  AddedOption one_of(const std::vector<std::string>& words) const;
  /// `why_not` gives a sentence about a word that cannot be; empty: it can.
  AddedOption checked(const std::function<std::string(const std::string&)>& why_not) const;
  /// Help shows the value that the variable has now, or these words.
  AddedOption with_default() const;
  AddedOption with_default(const std::string& words) const;
  AddedOption excludes(const AddedOption& other) const;
  /// Help shows it below this heading; empty: not at all.
  AddedOption group(const std::string& heading) const;
  /// One value each time it is given, all of them taken.
  AddedOption repeatable() const;

 private:
  CLI::Option* option_;
};

/// The options of the program or of one of its commands. What they are given to must outlive the parsing.
class OptionList {
 public:
  OptionList(CLI::App& app) : app_(&app) {}
  OptionList command(const std::string& name, const std::string& help) const;

  AddedOption flag(const std::string& name, bool& to, const std::string& help) const;
  AddedOption flag(const std::string& name, const std::function<void()>& act, const std::string& help) const;
  /// `T`: a string or several, a number, an optional number.
  template <typename T>
  AddedOption add(const std::string& name, T& to, const std::string& help) const;
  /// `take` is called with the word, or with all of a repeatable option; it may refuse().
  AddedOption word(const std::string& name, const std::function<void(const std::string&)>& take,
                   const std::string& help) const;
  AddedOption words(const std::string& name, const std::function<void(const std::vector<std::string>&)>& take,
                    const std::string& help) const;

  /// Where an option that is added from now on is given several times, the last value counts.
  void take_last() const;
  void needs_command(int least) const;
  void footer(const std::string& words) const;
  void hide() const;
  /// Where the command is given and `check` does not refuse() it, `run` is `work`.
  void runs(Run& run, const Run& work, const std::function<void()>& check = {}) const;

 private:
  CLI::App* app_;
};

/// Ends parsing with this sentence as what is wrong with the command line.
[[noreturn]] void refuse(const std::string& why);

/// It reads the command line of the program.
class CommandLine {
 public:
  CommandLine(const std::string& description, const std::string& name, const std::string& version);
  ~CommandLine();
  OptionList options() { return *app_; }
  /// Takes `words`, which are without the program's name. Gives the exit status where help was printed or a fault said.
  std::optional<int> parse(std::vector<std::string> words);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace jitterscope
