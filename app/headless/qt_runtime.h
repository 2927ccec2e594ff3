#pragma once
#include <QCoreApplication>
#include <memory>

class QApplication;

namespace jitterscope {

inline constexpr int kNoDisplay = 3;  // the program's status where a display cannot be opened

/// Qt, as much of it as is needed: widgets for a window or what is drawn of one, else only the event loop. Without a
/// display where `headless`. One in a process; ends the program with a sentence where a display cannot be opened.
class QtRuntime {
 public:
  QtRuntime(bool widgets, bool headless);
  /// Null without widgets.
  QApplication* widgets() const;

 private:
  int count_ = 1;
  char name_[12] = "jitterscope";
  char* arguments_[2] = {name_, nullptr};
  std::unique_ptr<QCoreApplication> application_;
};

}  // namespace jitterscope
