#pragma once
// This says where the results of this run of the program come from. It is made once, in main, before anything is done.
#include <string>
#include <vector>

#include "core/measures/report/provenance.h"

namespace jitterscope {

class ProvenanceSource {
 public:
  /// `words`: the command line without the program's name. The load at the begin is that of now.
  explicit ProvenanceSource(const std::vector<std::string>& words);
  /// The provenance of a result that is complete now. Any thread.
  Provenance now() const;
  /// The provenance of a result that is the same bytes whenever and wherever it is made: it names the program alone.
  Provenance of_program() const;

 private:
  std::string command_;
  Provenance::Machine machine_;
};

}  // namespace jitterscope
