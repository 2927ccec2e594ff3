#pragma once
// Exceptions become sentences and an exit status.
#include <functional>
#include <string>

namespace jitterscope {

/// Gives what `run` gives; 1, after a sentence on standard error, where it throws.
int run_and_say(const std::function<int()>& run);
/// Does so for a command that reads `file`, of which it says that it is too large where memory is used up.
int run_with(const std::string& file, const std::function<int()>& run);
std::string too_large(const std::string& file);

/// From now on the program ends with a sentence, not by a signal, where memory is used up in a place that no exception
/// may leave, as some of Qt.
void end_with_sentence_without_memory();

}  // namespace jitterscope
