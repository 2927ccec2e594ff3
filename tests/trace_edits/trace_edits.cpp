// A stranger's trace: whatever rows it holds, `analyze`, `export` in each format and `report` end soon, in little
// memory, with a result or with a sentence. Each trial edits a valid trace at random, the same way every time, and
// gives it to each command in a process of its own.
//   trace_edits TRIALS [FIRST]        the trials of these numbers
//   trace_edits --keep NUMBER FILE    writes the trace of that trial
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "app/command_line/run_and_say.h"
#include "app/commands/commands.h"
#include "app/provenance/provenance_source.h"
#include "core/record/disk/packed_file.h"
#include "tests/fuzz/trace_edits.h"
#include "tests/fuzz/trace_readings.h"
#include "tests/source_tree/source_tree.h"

using namespace jitterscope;

namespace {

namespace fs = std::filesystem;

constexpr rlim_t kMost_s = 10;                                     // of processor time
constexpr unsigned kMostWall_s = 120;                              // on a machine that others load
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // which take many times as much of all
constexpr int kSlower = 30;
constexpr long kMostKb = 4'000'000;
constexpr rlim_t kMostAddressSpace = RLIM_INFINITY;
#else
constexpr int kSlower = 1;
constexpr long kMostKb = 500'000;
constexpr rlim_t kMostAddressSpace = rlim_t{4} << 30;  // what wants more is ended before it harms the machine
#endif

/// A valid trace, and what its tables are called.
struct Base {
  FuzzInput bytes;
  std::vector<fuzz_trace::TableName> tables;
};

Base base_of(const FuzzInput& bytes) {
  const ScratchFile file("base.jscope");
  file.write(bytes);
  fuzz_trace::allow_null(file.path());
  std::ifstream in(file.path(), std::ios::binary);
  return {{std::istreambuf_iterator<char>(in), {}}, fuzz_trace::tables_of(file.path())};
}

/// A few rows of each kind, and calls of some seconds.
std::vector<Base> bases() {
  std::vector<Base> all{base_of(fuzz_trace::valid_trace())};
  for (const char* name : {"schema9-quiet", "schema11-a"}) {
    std::string error;
    const auto unpacked = trace::unpack_gzip(test_data("traces/") + name + ".jscope.gz", error);
    require(unpacked.has_value(), error.c_str());
    all.push_back(base_of(input_of(*unpacked)));
  }
  return all;
}

void make_trace(const std::vector<Base>& bases, unsigned number, const ScratchFile& file) {
  std::mt19937 random(number);
  const Base& base = bases[random() % bases.size()];
  file.write(base.bytes);
  fuzz_trace::TraceEdits edits(file.path(), base.tables);
  const bool is_mild = random() % 2 == 0;
  const unsigned most = random() % 2 == 0 ? 20 : 3;
  for (unsigned left = 1 + random() % most; left > 0; --left) {
    std::array<std::uint8_t, 80> bytes;
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    Pieces input(bytes.data(), bytes.size());
    edits.edit(input, is_mild);
  }
}

struct Done {
  int status = 0;  // negative: of a signal
  double seconds = 0;
  long kb = 0;
  std::string said;  // on standard error
};

[[noreturn]] void run_command(const std::vector<std::string>& words) {
  const rlimit space{kMostAddressSpace, kMostAddressSpace}, time{kMost_s * kSlower + 1, kMost_s * kSlower + 1},
      none{0, 0};
  ::setrlimit(RLIMIT_AS, &space);
  ::setrlimit(RLIMIT_CPU, &time);
  ::setrlimit(RLIMIT_CORE, &none);
  ::alarm(kMostWall_s * kSlower);
  end_with_sentence_without_memory();
  int status = 1;
  {
    CommandLine line("", "jitterscope", "");
    Run run;
    const ProvenanceSource made(words);
    for (const auto add : {add_analyze, add_export, add_report}) add(line.options(), run, made);
    const auto explained = line.parse(words);
    status = explained ? *explained : run_and_say(run);
  }
  std::fflush(nullptr);
  ::_exit(status);
}

Done ended(const std::vector<std::string>& words, const std::string& scratch) {
  const std::string said = scratch + "/said";
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
    ::dup2(::open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    run_command(words);
  }
  int status = 0;
  rusage used{};
  ::wait4(child, &status, 0, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  std::ifstream in(said, std::ios::binary);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
          seconds(used.ru_utime) + seconds(used.ru_stime),
          used.ru_maxrss,
          {std::istreambuf_iterator<char>(in), {}}};
}

/// Empty: it ended as a command should.
std::string fault_of(const Done& done) {
  if (done.status < 0) return fmt::format("ended by signal {}", -done.status);
  if (done.seconds > static_cast<double>(kMost_s * kSlower)) return fmt::format("took {:.1f} s", done.seconds);
  if (done.kb > kMostKb) return fmt::format("took {} MB", done.kb / 1000);
  if (done.status > 1) return fmt::format("status {}", done.status);
  for (const char* never :
       {"std::", "terminate", "json.exception", "A fault of this program", "not fit into memory", "not enough memory"})
    if (done.said.find(never) != std::string::npos) return "said no sentence";
  if (done.status == 1 && (std::ranges::count(done.said, '\n') != 1 || !done.said.ends_with(".\n")))
    return "said no sentence";
  return {};
}

class Trials {
 public:
  void run(unsigned number) {
    make_trace(bases_, number, file_);
    std::vector<std::vector<std::string>> commands{{"analyze", file_.path(), "--json"}};
    for (const char* format : {"csv", "json", "pcapng", "rtpdump", "sdp", "jscope"})
      commands.push_back({"export", file_.path(), "--format", format, "--out", out_ + "." + format});
    commands.push_back({"report", file_.path(), "--out", out_ + (number % 2 ? ".html" : ".pdf")});
    std::string damage;  // that analyze tells of
    for (const std::vector<std::string>& words : commands) {
      fs::remove(out_ + ".jscope");
      const Done done = ended(words, scratch_);
      std::string fault = fault_of(done);
      const bool damaged = done.status == 1 && done.said.find(" is damaged: ") != std::string::npos;
      if (words[0] == "analyze" && damaged) damage = done.said;
      if (words[0] == "report" && fault.empty() && damage != (damaged ? done.said : ""))
        fault = "another answer than analyze";
      if (done.seconds > slowest_s_) slowest_ = number, slowest_s_ = done.seconds;
      most_kb_ = std::max(most_kb_, done.kb);
      ++statuses_[done.status == 0];
      if (fault.empty()) continue;
      ++faults;
      std::fprintf(stderr, "trial %u: %s %s: %s: %s\n", number, words[0].c_str(),
                   words[words.size() > 4 ? 3 : 2].c_str(), fault.c_str(), done.said.substr(0, 300).c_str());
    }
  }
  void tell() const {
    std::printf("%d faults; %ld commands gave a result, %ld a sentence; at most %.2f s (trial %u) and %ld MB\n", faults,
                statuses_[1], statuses_[0], slowest_s_, slowest_, most_kb_ / 1000);
  }
  int faults = 0;

 private:
  const std::vector<Base> bases_ = bases();
  const ScratchFile file_{"trace.jscope"};
  const std::string scratch_ = fs::path(file_.path()).parent_path(), out_ = scratch_ + "/out";
  std::array<long, 2> statuses_{};
  double slowest_s_ = 0;
  unsigned slowest_ = 0;
  long most_kb_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int place) { return static_cast<unsigned>(std::strtoul(argv[place], nullptr, 10)); };
  ::setenv("QT_QPA_PLATFORM", "offscreen", 1);
  if (argc == 4 && std::string_view(argv[1]) == "--keep") {
    const ScratchFile file("trace.jscope");
    make_trace(bases(), number(2), file);
    fs::copy_file(file.path(), argv[3], fs::copy_options::overwrite_existing);
    return 0;
  }
  const unsigned trials = argc > 1 ? number(1) : 200, first = argc > 2 ? number(2) : 0;
  Trials all;
  for (unsigned trial = first; trial < first + trials; ++trial) all.run(trial);
  all.tell();
  return all.faults > 0 ? 1 : 0;
}
