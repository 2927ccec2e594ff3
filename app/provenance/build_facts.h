#pragma once
// The version, source revision, compiler and libraries that this program is made of.
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope {

std::string program_version();                 // "0.1.1"
std::optional<std::string> source_revision();  // absent: not built from a checkout
std::string compiler_words();                  // "GNU 12.2.0, Release"
/// {"Qt", "6.4.2"} of each library that results may depend on: of those that are loaded the version that is loaded,
/// of those that are headers the one it was compiled with.
std::vector<std::pair<std::string, std::string>> library_versions();
/// The text that --version prints, without the last line's end.
std::string version_text();

}  // namespace jitterscope
