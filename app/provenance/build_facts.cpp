#include "app/provenance/build_facts.h"

#include <cstdio>  // the one of libjpeg needs its types

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <jpeglib.h>
#include <pcap/pcap.h>
#include <qcustomplot.h>
#include <samplerate.h>
#include <sqlite3.h>
#include <zlib.h>

#include <CLI/Version.hpp>
#include <QtGlobal>
#include <nlohmann/json.hpp>
#include <opencv2/core/utility.hpp>

#include "app/provenance/revision.h"

namespace jitterscope {
namespace {

#define JITTERSCOPE_WORDS_OF(macro) #macro
#define JITTERSCOPE_WORDS(macro) JITTERSCOPE_WORDS_OF(macro)

/// "libpcap version 1.10.3 (with TPACKET_V3)", "libsamplerate-0.2.2 (c) …": the number alone.
std::string number_in(std::string_view words) {
  const auto begin = words.find_first_of("0123456789");
  if (begin == std::string_view::npos) return std::string(words);
  const auto end = words.find_first_not_of("0123456789.", begin);
  return std::string(words.substr(begin, end == std::string_view::npos ? end : end - begin));
}

std::string fmt_version() {
  return fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
}

}  // namespace

std::string program_version() {
  return JITTERSCOPE_VERSION;
}

std::optional<std::string> source_revision() {
  return *kSourceRevision ? std::optional<std::string>(kSourceRevision) : std::nullopt;
}

std::string compiler_words() {
  return JITTERSCOPE_COMPILER;
}

std::vector<std::pair<std::string, std::string>> library_versions() {
  return {{"Qt", qVersion()},
          {"QCustomPlot", QCUSTOMPLOT_VERSION_STR},
          {"OpenCV", cv::getVersionString()},
          {"libjpeg-turbo", JITTERSCOPE_WORDS(LIBJPEG_TURBO_VERSION)},
          {"SQLite", sqlite3_libversion()},
          {"SQLiteCpp", SQLITECPP_VERSION},
          {"libpcap", number_in(pcap_lib_version())},
          {"libsamplerate", number_in(src_get_version())},
          {"zlib", zlibVersion()},
          {"fmt", fmt_version()},
          {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                        NLOHMANN_JSON_VERSION_PATCH)},
          {"Boost", JITTERSCOPE_BOOST},
          {"CLI11", CLI11_VERSION},
          {"glibc", gnu_get_libc_version()}};
}

std::string version_text() {
  std::string text = fmt::format("jitterscope {} (revision {})\ncompiler  {}\nlibraries ", program_version(),
                                 source_revision().value_or("unknown"), compiler_words());
  std::string separator = "";
  for (const auto& [name, version] : library_versions()) {
    text += fmt::format("{}{} {}", separator, name, version);
    separator = ", ";
  }
  return text;
}

}  // namespace jitterscope
