#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include "ui/theme.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const QTemporaryDir kept;  // what a person saves is not touched
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, kept.path());
  jitterscope::apply_theme(application, jitterscope::Theme::kDark);
  return RUN_ALL_TESTS();
}
