#pragma once
// Where the results of this run of the program come from. Made once, in main, before anything is done.
#include <string>
#include <vector>

#include "core/measures/report/provenance.h"

namespace jitterscope {

class ProvenanceSource {
 public:
  /// `words`: the command line without the program's name. The load at the begin is that of now.
  explicit ProvenanceSource(const std::vector<std::string>& words);
  /// Of a result that is complete now. Any thread.
  Provenance now() const;
  /// Of what is the same whenever, wherever and in whichever folder it is made: the program alone.
  Provenance of_program() const;

 private:
  std::string command_;
  Provenance::Machine machine_;
};

}  // namespace jitterscope
