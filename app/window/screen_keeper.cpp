#include "app/window/screen_keeper.h"

#include <utility>

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

#include "ui/tr.h"

namespace jitterscope {
namespace {

QDBusMessage call_to(const char* method) {
  return QDBusMessage::createMethodCall("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver",
                                        "org.freedesktop.ScreenSaver", method);
}

}  // namespace

ScreenKeeper::~ScreenKeeper() {
  keep_on(false);
}

void ScreenKeeper::keep_on(bool on) {
  wanted_ = on;
  if (on && !cookie_ && !asking_) ask();
  if (!on && cookie_) take_back();
}

/// Where there is no such service the answer is an error, and the screen is as the desktop has it.
void ScreenKeeper::ask() {
  asking_ = true;
  auto question = call_to("Inhibit");
  question << QString("Jitterscope") << Tr::tr("A lesson is presented");
  auto* answer = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question), this);
  connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
    asking_ = false;
    const QDBusPendingReply<uint> reply(*answer);
    answer->deleteLater();
    if (reply.isError()) return;
    cookie_ = reply.value();
    if (!wanted_) take_back();
  });
}

void ScreenKeeper::take_back() {
  auto back = call_to("UnInhibit");
  back << uint(*std::exchange(cookie_, std::nullopt));
  QDBusConnection::sessionBus().send(back);
}

}  // namespace jitterscope
