#pragma once
// Text that is compared with a file of tests/data.
#include <filesystem>
#include <string>
#include <vector>

namespace jitterscope::goldens {

/// Of the environment's RENEW_GOLDENS: the expected files are written instead of compared.
bool renewing();

/// Compares line by line; on a mismatch writes PATH.actual beside it and returns which lines differ, at most 12 of
/// them. Empty: equal (an old PATH.actual is removed), or renewed.
std::string difference(const std::filesystem::path& path, const std::string& actual);

/// Fails the test with the lines of a difference, if there is one.
void expect_none(const std::string& difference);

/// The content of a gzip file. Throws std::runtime_error when it cannot be read.
std::string gunzip(const std::filesystem::path& path);

/// The files of the folder whose names end so, by name.
std::vector<std::filesystem::path> files(const std::filesystem::path& folder, const std::string& ending);

/// "schema9-a.jscope.gz" of a path, as the name of a test: "schema9_a".
std::string test_name(const std::filesystem::path& path);

}  // namespace jitterscope::goldens
