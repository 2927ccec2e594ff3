#pragma once
// Where picture and sound come from and where sound goes: devices, synthetic sources, files, or none.
#include <functional>

#include "ui/session_port.h"
#include "ui/widgets/card.h"

class QComboBox;

namespace jitterscope {

class SourceControl : public Card {
 public:
  explicit SourceControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&);
  QStringList entries(int picker) const;  // 0 picture, 1 sound, 2 speaker

 private:
  void fill(const DeviceLists&);
  void choose_file(QComboBox&, const QString& filter, std::function<void(const QString&)> chosen);
  void send_video(int index);
  void send_audio(int index);
  SessionPort& port_;
  QComboBox *picture_, *sound_, *speaker_;
  QLabel* headphones_;
  std::uint64_t version_ = ~std::uint64_t{0};
};

}  // namespace jitterscope
