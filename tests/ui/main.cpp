#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include "ui/theme.h"

/// Each test begins as the first start does: tests of one process would else meet what one before them made the window
/// keep.
class NothingKept : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override { QSettings("jitterscope", "jitterscope").clear(); }
};

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const QTemporaryDir kept;  // what a person saves is not touched
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, kept.path());
  testing::UnitTest::GetInstance()->listeners().Append(new NothingKept);
  jitterscope::apply_theme(application, jitterscope::Theme::kDark);
  return RUN_ALL_TESTS();
}
