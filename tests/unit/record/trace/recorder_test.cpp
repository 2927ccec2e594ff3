#include "core/record/trace/recorder.h"
#include "core/events/kinds/marker.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <future>
#include <thread>

#include "core/record/open/stream_file.h"
#include "tests/unit/record/trace/file_lock.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::recorder_test {
namespace {

namespace fs = std::filesystem;
using trace_test::events_of;
using trace_test::expect_same;
using trace_test::samples;
using trace_test::TemporaryFolder;

Timestamp at_ms(std::int64_t value) {
  return Timestamp::ns(0) + Duration::ms(value);
}

TraceMeta sample_meta() {
  TraceMeta meta;
  meta.identities = {"0123456789abcdef0123456789abcdef", "", "fedcba9876543210fedcba9876543210"};
  meta.program_version = "0.1.0";
  meta.host = "desk";
  meta.settings_json = R"({"shaping":"b"})";
  meta.realtime_offset = Duration::seconds(1'700'000'000);
  TraceStream stream;
  stream.ssrc = 0xfedcba98;
  stream.medium = Medium::kVideo;
  stream.direction = Direction::kReceived;
  stream.payload_type = 26;
  stream.nominal_period_ms = 1000.0 / 15;
  stream.clock_rate_hz = 90000;
  stream.local_address = "::1";
  stream.local_port = 5006;
  meta.streams = {stream, TraceStream{.ssrc = 1, .delay_uncertainty_ms = 0.5, .playout_added_ms = 60}};
  return meta;
}

class Recording : public testing::Test {
 protected:
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  TraceRecorder recorder;
};

TEST_F(Recording, WhatIsWrittenReadsBackInLogOrderAndOneFileIsLeft) {
  std::vector<Event> written;
  ASSERT_TRUE(recorder.begin(path, sample_meta())) << recorder.error();
  for (int i = 0; i < 40; ++i) {
    std::vector<Event> batch = samples(i * 31);
    if (i % 2) std::reverse(batch.begin(), batch.end());
    ASSERT_TRUE(recorder.write(batch, at_ms(i * 100))) << recorder.error();
    written.insert(written.end(), batch.begin(), batch.end());
  }
  EXPECT_GT(recorder.bytes(), 4096);
  ASSERT_TRUE(recorder.close()) << recorder.error();
  EXPECT_FALSE(recorder.recording());
  const auto files = std::distance(fs::directory_iterator(fs::path(path).parent_path()), fs::directory_iterator());
  EXPECT_EQ(files, 1);
  expect_same(events_of(path), written);
}

TEST_F(Recording, MetaReadsBackAlsoWhenChangedOnTheWay) {
  ASSERT_TRUE(recorder.begin(path, TraceMeta{}));
  TraceMeta meta = sample_meta();
  ASSERT_TRUE(recorder.write(samples(1), at_ms(0)));
  ASSERT_TRUE(recorder.set_meta(meta)) << recorder.error();
  meta.conference_offset = Duration::ns(-42);
  meta.clock_synchronised = true;
  meta.call_began = at_ms(1);
  meta.call_ended = at_ms(7);
  ASSERT_TRUE(recorder.set_meta(meta)) << recorder.error();
  ASSERT_TRUE(recorder.close());
  const auto trace = trace_test::opened(path);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->meta(), meta);
  ASSERT_TRUE(trace->find_stream({Direction::kReceived, Medium::kVideo, 0xfedcba98}));
  EXPECT_FALSE(trace->find_stream({Direction::kSent, Medium::kVideo, 0xfedcba98}));
  EXPECT_FALSE(trace->find_stream({Direction::kReceived, Medium::kAudio, 0xfedcba98}));
}

TEST_F(Recording, EveryTableGetsConferenceTimesOnceTheOffsetIsKnown) {
  TraceMeta meta;
  ASSERT_TRUE(recorder.begin(path, meta));
  ASSERT_TRUE(recorder.write(std::vector<Event>{Marker{{"before"}, at_ms(1)}}, at_ms(1)));
  meta.conference_offset = Duration::ms(1000);
  ASSERT_TRUE(recorder.set_meta(meta));
  ASSERT_TRUE(recorder.write(std::vector<Event>{Marker{{"after"}, at_ms(2)}}, at_ms(2)));
  ASSERT_TRUE(recorder.close());
  SQLite::Database db(path);
  SQLite::Statement rows(db, "SELECT text, local_ns, conference_ns FROM marker ORDER BY id");
  ASSERT_TRUE(rows.executeStep());
  EXPECT_TRUE(rows.getColumn(2).isNull());
  ASSERT_TRUE(rows.executeStep());
  EXPECT_EQ(rows.getColumn(0).getString(), "after");
  EXPECT_EQ(rows.getColumn(1).getInt64(), 2'000'000);
  EXPECT_EQ(rows.getColumn(2).getInt64(), 1'002'000'000);
}

std::int64_t committed_markers(const std::string& path) {
  return SQLite::Database(path).execAndGet("SELECT count(*) FROM marker").getInt64();
}

TEST_F(Recording, CommitsHalfASecondAfterTheFirstUncommittedEvent) {
  ASSERT_TRUE(recorder.begin(path, {}));
  const std::vector<Event> one{Marker{{"m"}, at_ms(0)}};
  ASSERT_TRUE(recorder.write(one, at_ms(1000)));
  ASSERT_TRUE(recorder.write(one, at_ms(1499)));
  EXPECT_EQ(committed_markers(path), 0);
  ASSERT_TRUE(recorder.write({}, at_ms(1500)));
  EXPECT_EQ(committed_markers(path), 2);
  ASSERT_TRUE(recorder.write(one, at_ms(5000)));
  EXPECT_EQ(committed_markers(path), 2);
  ASSERT_TRUE(recorder.flush());
  EXPECT_EQ(committed_markers(path), 3);
}

/// As on a disk with so much room.
void limit_files(rlim_t bytes) {
  ::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

/// What the work says in a process of its own, which then ends as by kill -9: nothing is closed.
template <typename Work>
bool in_child(Work work) {
  const pid_t child = fork();
  if (child == 0) ::_exit(work() ? 7 : 1);
  int status = 0;
  return waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7;
}

TEST_F(Recording, ATraceCutOffByACrashOpensWithWhatWasCommitted) {
  ASSERT_TRUE(in_child([&] {
    auto* one = new TraceRecorder;  // never closed
    bool good = one->begin(path, sample_meta());
    for (int i = 0; i < 21; ++i) good = good && one->write(samples(i), at_ms(i * 100));
    return good;
  }));
  EXPECT_TRUE(fs::exists(path + "-wal"));
  std::vector<Event> committed;
  for (int i = 0; i < 18; ++i)  // transactions of 0…500, 600…1100, 1200…1700 ms
    for (const Event& event : samples(i)) committed.push_back(event);
  expect_same(events_of(path), committed);
  const auto trace = trace_test::opened(path);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->meta(), sample_meta());
}

TEST_F(Recording, AFolderThatOthersMayChangeIsRefused) {
  const auto parent = fs::path(path).parent_path();
  fs::permissions(parent, fs::perms::others_write, fs::perm_options::add);
  EXPECT_FALSE(recorder.begin(path, {}));
  EXPECT_NE(recorder.error().find("Others may change"), std::string::npos) << recorder.error();
  fs::permissions(parent, fs::perms::sticky_bit, fs::perm_options::add);  // as /tmp
  EXPECT_TRUE(recorder.begin(path, {})) << recorder.error();
}

TEST_F(Recording, IsNotReadByWhoHeldItsEmptyFileOpen) {
  std::ofstream{path};
  fs::permissions(path, fs::perms(0644));  // as touch and choosers of files make it
  std::ifstream other(path);
  ASSERT_TRUE(recorder.begin(path, {}) && recorder.write(samples(1), at_ms(0)) && recorder.close()) << recorder.error();
  expect_same(events_of(path), samples(1));
  EXPECT_EQ(other.get(), std::ifstream::traits_type::eof());
}

TEST_F(Recording, FillsAnEmptyFileOfItsUserAloneAlsoThroughALinkedFolder) {
  fs::create_directory(folder / "real");
  fs::create_directory_symlink(folder / "real", folder / "linked");
  const std::string through = folder / "linked/call.jscope";
  std::ofstream{through};
  fs::permissions(through, fs::perms(0600));
  ASSERT_TRUE(recorder.begin(through, {}) && recorder.write(samples(1), at_ms(0)) && recorder.close())
      << recorder.error();
  expect_same(events_of(through), samples(1));
}

TEST_F(Recording, ReplacesNothing) {
  const std::string letter = folder / "letter.txt";
  TraceRecorder second;
  ASSERT_TRUE(recorder.begin(path, {}));
  ASSERT_TRUE(recorder.write(samples(1), at_ms(0)));
  EXPECT_FALSE(second.begin(path, {}));
  EXPECT_NE(second.error().find("exists already"), std::string::npos) << second.error();
  ASSERT_TRUE(recorder.close()) << recorder.error();
  expect_same(events_of(path), samples(1));

  std::ofstream(letter) << "Dear reader, this is not a trace.";
  EXPECT_FALSE(recorder.begin(letter, {}));
  EXPECT_NE(recorder.error().find("exists already"), std::string::npos) << recorder.error();
  EXPECT_EQ(fs::file_size(letter), 33u);
  EXPECT_FALSE(recorder.begin(folder / "no/such/folder.jscope", {}));
  EXPECT_NE(recorder.error().find("cannot be written"), std::string::npos) << recorder.error();
  EXPECT_FALSE(recorder.begin(folder / ".", {}));
  EXPECT_NE(recorder.error().find("exists already"), std::string::npos) << recorder.error();
}

TEST_F(Recording, WhatIsDiscardedLeavesNothing) {
  ASSERT_TRUE(recorder.begin(path, sample_meta()) && recorder.write(samples(1), at_ms(0)) && recorder.flush());
  EXPECT_TRUE(recorder.discard()) << recorder.error();
  EXPECT_EQ(recorder.error(), "");
  EXPECT_TRUE(fs::is_empty(fs::path(path).parent_path()));
  EXPECT_FALSE(recorder.recording());
  EXPECT_TRUE(recorder.begin(path, sample_meta())) << recorder.error();
}

TEST_F(Recording, WhatTookItsPlaceIsNotDiscarded) {
  ASSERT_TRUE(recorder.begin(path, sample_meta()) && recorder.write(samples(1), at_ms(0)) && recorder.flush());
  fs::rename(path, folder / "kept.jscope");
  std::ofstream(path) << "another's";
  EXPECT_FALSE(recorder.discard());
  EXPECT_NE(recorder.error().find("was moved"), std::string::npos) << recorder.error();
  std::ifstream other(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(other), {}), "another's");
  EXPECT_TRUE(fs::exists(folder / "kept.jscope"));
}

TEST_F(Recording, IsReadableByItsUserAloneAndFollowsNoLink) {
  const std::string aim = folder / "aim", link = folder / "link.jscope";
  ASSERT_TRUE(recorder.begin(path, {}));
  ASSERT_TRUE(recorder.write(samples(1), at_ms(0)));
  for (const auto& file : fs::directory_iterator(fs::path(path).parent_path()))
    EXPECT_EQ(static_cast<int>(file.status().permissions()), 0600) << file.path();
  std::ofstream{aim};
  fs::create_symlink(aim, link);
  EXPECT_FALSE(recorder.begin(link, {}));
  EXPECT_EQ(fs::file_size(aim), 0u);
}

TEST_F(Recording, WaitsForAnotherProgramThatHasLockedTheFile) {
  ASSERT_TRUE(recorder.begin(path, {}));
  std::promise<void> locked;
  std::thread other([&] {
    SQLite::Database db(path, SQLite::OPEN_READWRITE);
    db.exec("BEGIN EXCLUSIVE");
    locked.set_value();
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));  // longer than SQLite's own patience, if any
    db.exec("COMMIT");
  });
  locked.get_future().wait();
  EXPECT_TRUE(recorder.write(samples(1), at_ms(0)) && recorder.write({}, at_ms(600))) << recorder.error();
  other.join();
  EXPECT_TRUE(recorder.close()) << recorder.error();
  expect_same(events_of(path), samples(1));
}

/// Else another program that closes it last would take its log away, and what is recorded from then on.
TEST_F(Recording, KeepsItsLockWhileItsOwnProcessReadsTheTrace) {
  ASSERT_TRUE(recorder.begin(path, sample_meta()) && recorder.write(samples(1), {})) << recorder.error();
  ASSERT_TRUE(trace_test::is_locked(path));
  events_of(path);
  EXPECT_TRUE(trace_test::is_locked(path)) << "read as a trace";
  std::string error, note;
  read_stream_file(path, {}, error, note);
  EXPECT_TRUE(trace_test::is_locked(path)) << "opened as any file";
  EXPECT_TRUE(recorder.close());
  EXPECT_FALSE(trace_test::is_locked(path));
}

TEST_F(Recording, WhatCannotBeBegunLeavesNothing) {
  EXPECT_TRUE(in_child([&] {
    limit_files(8'000);
    TraceRecorder one;
    return !one.begin(path, {}) && !one.error().empty();
  }));
  EXPECT_TRUE(fs::is_empty(fs::path(path).parent_path()));
}

TEST_F(Recording, ADeletedFileIsSaidOnceAndTheRestIsQuiet) {
  ASSERT_TRUE(recorder.begin(path, {}));
  fs::remove(path);
  EXPECT_FALSE(recorder.write(samples(1), at_ms(0)) && recorder.write({}, at_ms(600)));
  EXPECT_NE(recorder.error().find("moved or deleted"), std::string::npos) << recorder.error();
  EXPECT_FALSE(recorder.recording());
  EXPECT_FALSE(recorder.write(samples(1), at_ms(0)));
  EXPECT_FALSE(recorder.close());
}

TEST_F(Recording, AFullDiskStopsTheRecordingAndKeepsWhatWasCommitted) {
  ASSERT_TRUE(in_child([&] {
    limit_files(600'000);
    TraceRecorder one;
    bool good = one.begin(path, {});
    for (int i = 0; good && i < 10'000; ++i) good = one.write(samples(i), at_ms(i * 500));
    return !good && !one.recording() && one.error().starts_with("Recording");
  }));
  EXPECT_GT(events_of(path).size(), 100u);
}

TEST_F(Recording, ADiskThatIsFullBeforeTheFirstEventKeepsNothingAndSaysSo) {
  EXPECT_TRUE(in_child([&] {
    TraceRecorder one;
    bool good = one.begin(path, {});
    limit_files(100);
    good = good && one.write(samples(1), at_ms(0)) && one.write({}, at_ms(600));
    const bool kept = one.error().find("is kept") != std::string::npos;
    return !good && !kept && one.error().ends_with("Nothing of the call is recorded.");
  }));
}

}  // namespace
}  // namespace jitterscope::recorder_test
