#pragma once
// Loads as a person sets them: background traffic through the link, the seed of what both draw, counter processes and
// further video applications on this machine. GUI thread.
#include <QWidget>

#include "ui/session_port.h"
#include "ui/widgets/quantity_field.h"
#include "ui/widgets/settled.h"

namespace jitterscope {

class Segments;

class LoadFields : public QWidget {
 public:
  explicit LoadFields(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&);
  /// "4 counters, 2 video, 100 KB/s"; empty: none.
  static QString words(const CallSettings&);
  int counters() const { return counters_.wanted(); }
  void add_counters(int more);  // within what the field allows
  void clear();                 // no loads, no background

 private:
  BackgroundSetting edited() const;
  QWidget* build_seed();
  void show_seed();
  SessionPort& port_;
  Settled<BackgroundSetting> background_;
  Settled<int> counters_, applications_;
  Settled<setting::Seed::Value> seed_;
  QuantityField *seed_field_, *rate_, *burst_, *counter_field_, *application_field_;
  Segments* spacing_;
};

}  // namespace jitterscope
