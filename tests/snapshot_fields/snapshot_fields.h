#pragma once
// Every field of a snapshot by its name, so that two can be compared and what differs can be named.
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/measures/views/answers.h"

namespace jitterscope {

struct CallSnapshot;
struct CompensationView;
struct MeasuresView;
struct ReceivedView;
struct StreamSnapshot;

class SnapshotFields {
 public:
  /// All but `local`, the moment itself.
  explicit SnapshotFields(const CallSnapshot&);
  explicit SnapshotFields(const ReceivedView&);
  explicit SnapshotFields(const StreamSnapshot&);
  explicit SnapshotFields(const Answers<MeasuresView>&);
  explicit SnapshotFields(const Answers<CompensationView>&);

  /// "sent.values[0].packets: 7 | 8" for each field that differs.
  std::vector<std::string> differences(const SnapshotFields& other) const;
  std::size_t size() const { return fields_.size(); }

 private:
  std::string value_of(const std::string& name) const;

  std::map<std::string, std::string> fields_;
};

}  // namespace jitterscope
