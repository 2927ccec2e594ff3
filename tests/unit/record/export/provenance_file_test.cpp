#include "core/record/export/provenance_file.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::provenance_file_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using trace_test::file_text;
using trace_test::recorded;
using trace_test::TemporaryFolder;

Provenance made() {
  Provenance of;
  of.program = "jitterscope";
  of.version = "1.2.3";
  of.command = "jitterscope export";
  return of;
}

class ProvenanceFile : public testing::Test {
 protected:
  std::unique_ptr<TraceReader> trace() {
    return recorded(folder_ / "call.jscope",
                    {trace_test::arrived(Medium::kAudio, 7, 1, Timestamp() + Duration::ms(20), 268),
                     trace_test::arrived(Medium::kVideo, 8, 1, Timestamp() + Duration::ms(20), 1000)});
  }
  WrittenFiles exported(const std::string& format, const std::string& out) {
    const auto files = export_trace(format, *trace(), out, error_, made());
    EXPECT_TRUE(files) << error_;
    return files.value_or(WrittenFiles{});
  }

  TemporaryFolder folder_;
  std::string error_;
};

TEST_F(ProvenanceFile, StandsInTheFolderOfPacketListsAndNamesThem) {
  const WrittenFiles files = exported("csv", folder_ / "lists");
  ASSERT_EQ(files.back(), folder_ / "lists/provenance.json");
  const json read = json::parse(file_text(files.back()));
  EXPECT_EQ(read.at("command"), "jitterscope export");
  EXPECT_EQ(read.at("files"), json({"audio-received-00000007.csv", "video-received-00000008.csv"}));
}

TEST_F(ProvenanceFile, StandsBesideTheFileThatWasNamedOnceForAllOfItsStreams) {
  const WrittenFiles files = exported("csv", folder_ / "list.csv");
  ASSERT_EQ(files.back(), folder_ / "list.csv.provenance.json");
  EXPECT_EQ(json::parse(file_text(files.back())).at("files"),
            json({"list-audio-received-00000007.csv", "list-video-received-00000008.csv"}));
}

TEST_F(ProvenanceFile, StandsInJsonItself) {
  const WrittenFiles files = exported("json", folder_ / "call.json");
  EXPECT_EQ(files.size(), 1u);
  const json read = json::parse(file_text(files.front()));
  EXPECT_EQ(read.at("provenance").at("version"), "1.2.3");
  EXPECT_EQ(read.at("events").size(), 2u);
}

TEST_F(ProvenanceFile, IsNotBesideADeviceNorBesideFormatsThatHaveTheirOwnPlaceForIt) {
  EXPECT_EQ(provenance_path("/dev/null"), std::nullopt);
  EXPECT_EQ(exported("pcapng", folder_ / "call.pcapng").size(), 1u);
  EXPECT_FALSE(fs::exists(folder_ / "call.pcapng.provenance.json"));
}

/// Whoever asks for the export: a command or a window.
TEST_F(ProvenanceFile, OfALabIsNotReplacedByAnExport) {
  const std::string folder = folder_ / "lab";
  fs::create_directory(folder);
  Provenance lab = made();
  lab.command = "jitterscope lab run sun97.shaping --out lab";
  WrittenFiles results{folder + "/result.json"};
  ASSERT_TRUE(write_provenance_file(lab, folder, results, error_)) << error_;
  EXPECT_FALSE(export_trace("csv", *trace(), folder, error_, made()));
  EXPECT_NE(error_.find("says where the results of a lab come from"), std::string::npos) << error_;
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1) << "and nothing is written";
  EXPECT_EQ(json::parse(file_text(folder + "/provenance.json")).at("command"), *lab.command);
}

TEST_F(ProvenanceFile, OfAnEarlierExportIsReplacedByAWindowsToo) {
  exported("csv", folder_ / "lists");
  Provenance window = made();
  window.command = "jitterscope call 192.0.2.1";
  EXPECT_TRUE(export_trace("csv", *trace(), folder_ / "lists", error_, window)) << error_;
  exported("csv", folder_ / "lists");
}

TEST_F(ProvenanceFile, IsAbsentWhereNothingIsTold) {
  ASSERT_TRUE(export_trace("csv", *trace(), folder_ / "lists", error_));
  EXPECT_FALSE(fs::exists(folder_ / "lists/provenance.json"));
}

}  // namespace
}  // namespace jitterscope::provenance_file_test
