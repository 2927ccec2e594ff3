// A .jscope file with other rows in its tables: {table, column, row, what is done, kind of value, value}, as often as
// it goes. First byte: what is done with it; its highest bit: edits are mild.
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/trace_edits.h"
#include "tests/fuzz/trace_readings.h"

using namespace jitterscope;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const FuzzInput valid = fuzz_trace::valid_trace();
  static const ScratchFile file("input.jscope");
  file.write(valid);
  static const std::vector<fuzz_trace::TableName> tables = fuzz_trace::tables_of(file.path());
  Pieces input(data, std::min<std::size_t>(size, 400));
  const std::uint8_t choice = input.byte();
  {
    fuzz_trace::TraceEdits edits(file.path(), tables);
    while (!input.empty()) edits.edit(input, choice & 128);
  }
  fuzz_trace::read_all(file.path(), choice);
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  for (const std::uint8_t what : {0, 1, 2, 3, 128, 129, 130, 131})
    for (std::uint8_t table = 0; table < 40; table = static_cast<std::uint8_t>(table + 4))
      seeds.push_back(
          {what, table, 1, 0, 99, 2, 9, table, 5, 7, 60, 3, 2, static_cast<std::uint8_t>(table + 1), 3, 2, 99, 3, 5});
  return seeds;
}
