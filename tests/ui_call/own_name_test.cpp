// The name that is kept from one start to the next.
#include "app/window/own_name.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QSemaphore>
#include <QThreadPool>

#include "ui/kept_settings.h"

namespace jitterscope::own_name_test {
namespace {

/// `--name` is kept before there is an application, and so anybody who would wait for a thread that writes.
TEST(OwnName, IsWrittenWhenItIsKept) {
  auto* pool = QThreadPool::globalInstance();
  pool->waitForDone();
  QFile read(kept_settings().fileName());  // whoever opens the settings later writes them
  const int threads = pool->maxThreadCount();
  pool->setMaxThreadCount(1);
  QSemaphore go_on;
  pool->start([&] { go_on.acquire(); });
  keep_own_name("Ada, written");
  EXPECT_TRUE(read.open(QFile::ReadOnly) && read.readAll().contains("Ada, written"));
  EXPECT_EQ(own_name(), "Ada, written");
  go_on.release();
  pool->waitForDone();
  pool->setMaxThreadCount(threads);
}

}  // namespace
}  // namespace jitterscope::own_name_test
