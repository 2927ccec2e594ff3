#include <QApplication>

#include <gtest/gtest.h>

#include "ui/theme.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  jitterscope::apply_theme(application, jitterscope::Theme::kDark);
  return RUN_ALL_TESTS();
}
