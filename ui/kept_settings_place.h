#pragma once
#include <optional>

#include <QString>
#include <QTemporaryDir>

namespace jitterscope {

/// Sees, before any of it is read, that what is kept from one start to the next stands in a file: opening a pipe would
/// wait for ever. Where something else stands there, that stays untouched, and until this object goes settings are
/// kept in a folder that goes with it. GUI thread.
class KeptSettingsPlace {
 public:
  KeptSettingsPlace();
  ~KeptSettingsPlace();
  /// Why nothing is kept, and what to do; empty: it is kept.
  const QString& trouble() const { return trouble_; }

 private:
  QString trouble_;
  std::optional<QTemporaryDir> instead_;
};

}  // namespace jitterscope
