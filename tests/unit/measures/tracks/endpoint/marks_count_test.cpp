// A track is one file: its view is there by its type.
#include "core/measures/tracks/endpoint/marks_count.h"

#include <gtest/gtest.h>

#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/tracks/endpoint_tracks.h"

namespace jitterscope::marks_count_test {
namespace {

TEST(MarksCount, IsInTheSnapshotByItsType) {
  CallAnalyzer analyzer(Timestamp{});
  const Timestamp now = Timestamp{} + Duration::seconds(3);
  analyzer.add(Marker{ShortText<64>("a"), now});
  analyzer.add(Notice{});
  analyzer.add(Marker{ShortText<64>("b"), now});
  EXPECT_EQ(analyzer.endpoint().get<MarksCount>().view(now).marks, 2);
  ASSERT_TRUE(analyzer.snapshot(now, {ViewKind::kLog}).views.get<MarksCountView>());
  EXPECT_EQ(analyzer.snapshot(now, {ViewKind::kLog}).views.get<MarksCountView>()->marks, 2);
  EXPECT_FALSE(analyzer.snapshot(now, {ViewKind::kRate}).views.get<MarksCountView>()) << "nobody wants it";
}

}  // namespace
}  // namespace jitterscope::marks_count_test
