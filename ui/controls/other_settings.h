#pragma once
// The settings of a call that have no control made for them: each file of core/events/settings gets a row here, made
// from what it says (a box, a choice, a number, words), until somebody makes it a better one.
#include <functional>
#include <vector>

#include "core/events/settings.h"
#include "ui/session_port.h"
#include "ui/widgets/card.h"

namespace jitterscope {

/// Of a call that runs: whether this setting is to have a row.
using WantsRow = std::function<bool(const AnySetting&)>;
/// It has no control made for it.
bool has_no_control(const AnySetting&);

class OtherSettings : public Card {
 public:
  explicit OtherSettings(SessionPort& session, const WantsRow& wants = has_no_control, QWidget* parent = nullptr);
  void show_settings(const CallSettings& settings);

 private:
  struct Row {
    AnySetting usual;
    std::function<void(const AnySetting&)> show;
  };
  template <typename S>
  void add_setting(const Set<S>& usual);
  template <typename S>
  QWidget* make_field(const Set<S>& setting, Row& row);
  void send_words(const AnySetting& setting, const QString& words);

  SessionPort& port_;
  std::vector<Row> rows_;
  QLabel* trouble_;
};

}  // namespace jitterscope
