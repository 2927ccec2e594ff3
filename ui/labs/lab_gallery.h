#pragma once
// All labs as cards, by paper: a picture of what comes out, and what it asks. GUI thread.
#include <map>
#include <string>

#include <QWidget>

#include "core/lab/engine/lab.h"

class QLabel;
class QVBoxLayout;

namespace jitterscope {

class LabsPort;

class LabGallery : public QWidget {
  Q_OBJECT
 public:
  explicit LabGallery(LabsPort& port, QWidget* parent = nullptr);
  /// Looks which lab runs; four times a second.
  void renew();

 signals:
  void chosen(const jitterscope::LabDefinition* lab);

 private:
  QWidget* card_of(const LabDefinition& lab);
  void show_example(const LabDefinition& lab, QVBoxLayout& column, QWidget& instead_of);
  LabsPort& port_;
  std::map<std::string, QLabel*> facts_;  // on the card of each lab, by its name
};

/// "claypool98", of the lab's name.
QString handle_of(const LabDefinition& lab);

}  // namespace jitterscope
