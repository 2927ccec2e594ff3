#pragma once
// It names every field of a snapshot, so that two can be compared and what differs can be said.
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
  /// Takes all fields but `local`, the moment itself.
  explicit SnapshotFields(const CallSnapshot&);
  explicit SnapshotFields(const ReceivedView&);
  explicit SnapshotFields(const StreamSnapshot&);
  explicit SnapshotFields(const Answers<MeasuresView>&);
  explicit SnapshotFields(const Answers<CompensationView>&);

  /// Gives "sent.values[0].packets: 7 | 8" for each field that differs.
  std::vector<std::string> differences(const SnapshotFields& other) const;
  std::size_t size() const { return fields_.size(); }

 private:
  std::string value_of(const std::string& name) const;

  std::map<std::string, std::string> fields_;
};

}  // namespace jitterscope
