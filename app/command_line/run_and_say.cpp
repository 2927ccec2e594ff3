#include "app/command_line/run_and_say.h"

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "app/command_line/output.h"

namespace jitterscope {
namespace {

constexpr std::string_view kNoMemory =
    "This machine has not enough memory for it: close other programs, or give this one less to do (--from and --to, a "
    "shorter file, a smaller picture).\n";

/// Takes no memory.
[[noreturn]] void end_with_sentence() {
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kNoMemory.data(), kNoMemory.size());
    std::_Exit(1);
  } catch (...) {}
  std::abort();
}

/// A list longer than may be is memory that there is not, too.
template <typename Tell>
int told_of_memory(const std::function<int()>& run, Tell tell) {
  try {
    return run();
  } catch (const std::bad_alloc&) { tell(); } catch (const std::length_error&) {
    tell();
  }
  return 1;
}

}  // namespace

int run_and_say(const std::function<int()>& run) {
  std::string sentence;
  try {
    return told_of_memory(run, [] { say(kNoMemory.substr(0, kNoMemory.size() - 1)); });
  } catch (const std::system_error& error) {
    sentence = std::string("The system did not give what this takes (") + error.what() +
               "): close other programs and try again.";
  } catch (const std::runtime_error& error) { sentence = error.what(); } catch (const std::exception& error) {
    sentence = std::string("A fault of this program ended it (") + error.what() +
               "). Please report it, with the command and the file that it was given.";
  }
  say(sentence);
  return 1;
}

int run_with(const std::string& file, const std::function<int()>& run) {
  return told_of_memory(run, [&] { say(too_large(file)); });
}

std::string too_large(const std::string& file) {
  return file + " does not fit into memory: cut it into parts, or give it a machine with more.";
}

void end_with_sentence_without_memory() {
  std::set_terminate(end_with_sentence);
}

}  // namespace jitterscope
