// The desktop is asked to keep the screen on, by a bus of the test's own, where the test answers as a desktop does.
#include "app/window/screen_keeper.h"

#include <gtest/gtest.h>

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QTest>

namespace jitterscope::screen_keeper_test {
namespace {

/// Inhibit gives a cookie, UnInhibit takes it back.
class Desktop : public QDBusVirtualObject {
 public:
  QString introspect(const QString&) const override { return {}; }
  bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
    if (message.member() == "Inhibit") {
      const uint cookie = 40 + static_cast<uint>(++asked);
      held << cookie;
      connection.send(message.createReply(cookie));
      return true;
    }
    if (message.member() != "UnInhibit") return false;
    held.removeAll(message.arguments().value(0).toUInt());
    connection.send(message.createReply());
    return true;
  }
  int asked = 0;
  QList<uint> held;
};

class ScreenKeeperTest : public testing::Test {
 protected:
  void SetUp() override {
    bus_.start("dbus-daemon", {"--session", "--nofork", "--print-address"});
    ASSERT_TRUE(bus_.waitForStarted() && bus_.waitForReadyRead()) << "package dbus";
    const auto address = QString::fromUtf8(bus_.readLine()).trimmed();
    qputenv("DBUS_SESSION_BUS_ADDRESS", address.toUtf8());  // before anything of this process asks for it
    auto service = QDBusConnection::connectToBus(address, "desktop");
    ASSERT_TRUE(service.registerVirtualObject("/org/freedesktop/ScreenSaver", &desktop_));
    ASSERT_TRUE(service.registerService("org.freedesktop.ScreenSaver"));
  }
  void TearDown() override {
    // The connection ends on its own thread, later than the desktop here.
    QDBusConnection("desktop").unregisterObject("/org/freedesktop/ScreenSaver");
    QDBusConnection::disconnectFromBus("desktop");
    bus_.terminate();
    bus_.waitForFinished(5000);
  }
  QProcess bus_;
  Desktop desktop_;
};

TEST_F(ScreenKeeperTest, HoldsWhileItIsWantedAndNoLonger) {
  ScreenKeeper keeper;
  keeper.keep_on(true);
  keeper.keep_on(true);  // asks once
  ASSERT_TRUE(QTest::qWaitFor([&] { return desktop_.held.size() == 1; }));
  QTest::qWait(50);  // for the answer on its way
  EXPECT_EQ(desktop_.asked, 1);
  keeper.keep_on(false);
  EXPECT_TRUE(QTest::qWaitFor([&] { return desktop_.held.isEmpty(); }));
  keeper.keep_on(true);  // and is left before the answer came
  keeper.keep_on(false);
  EXPECT_TRUE(QTest::qWaitFor([&] { return desktop_.asked == 2 && desktop_.held.isEmpty(); }));
}

}  // namespace
}  // namespace jitterscope::screen_keeper_test
