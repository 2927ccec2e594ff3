#include "app/window/demo_end.h"

#include <utility>

#include <QCoreApplication>
#include <QProcess>
#include <QRegularExpression>

#include "app/command_line/output.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr int kStartLimitMs = 10'000;
constexpr const char* kFirstPort = "5104";  // not the one that a window listens at

QStringList demo_words() {
  return {"listen", "--headless", "--end-with-parent", "--usual-settings", "--bind", "127.0.0.1",
          "--port", kFirstPort,   "--next-free-port",  "--name",           "Room B", "--consent",
          "allow",  "--video",    "synthetic",         "--audio",          "speech", "--speaker",
          "none"};
}

}  // namespace

std::optional<std::uint16_t> port_in(const QByteArray& words) {
  static const QRegularExpression kListening("Listening on port (\\d{1,5})\\.");
  const auto found = kListening.match(QString::fromUtf8(words));
  bool is_port = false;
  const auto port = found.captured(1).toUShort(&is_port);
  return is_port && port != 0 ? std::optional<std::uint16_t>(port) : std::nullopt;
}

DemoEnd::DemoEnd() {
  limit_.setSingleShot(true);
  connect(&limit_, &QTimer::timeout, this, [this] {
    leave_process();
    answer(
        {},
        Tr::tr("The other end of the demo call did not start within 10 s. Try once more when the machine is less busy.")
            .toStdString());
  });
}

DemoEnd::~DemoEnd() {
  leave_process();
}

void DemoEnd::start(Ready ready) {
  leave_process();
  ready_ = std::move(ready);
  said_.clear();
  process_ = new QProcess;
  process_->setProgram(QCoreApplication::applicationFilePath());
  process_->setArguments(demo_words());
  process_->setStandardInputFile(QProcess::nullDevice());
  process_->setStandardOutputFile(QProcess::nullDevice());
  connect(process_, &QProcess::readyReadStandardError, this, &DemoEnd::read_words);
  connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart) return;
    answer({},
           Tr::tr("The other end of the demo call cannot be started: %1.").arg(process_->errorString()).toStdString());
  });
  connect(process_, &QProcess::finished, this, [this] {
    const auto last = QString::fromUtf8(said_).trimmed().section('\n', -1);
    const auto why = last.isEmpty()
                         ? Tr::tr("The other end of the demo call ended before it could be called.")
                         : Tr::tr("The other end of the demo call ended before it could be called: %1").arg(last);
    answer({}, why.toStdString());
  });
  process_->start(QIODevice::ReadOnly);
  limit_.start(kStartLimitMs);
}

void DemoEnd::read_words() {
  const QByteArray words = process_->readAllStandardError();
  if (!ready_) return say_lines(words.trimmed().toStdString());  // in the call: as if it were this end's
  said_ += words;
  if (const auto port = port_in(said_)) answer(port, {});
}

void DemoEnd::answer(std::optional<std::uint16_t> port, const std::string& why_not) {
  limit_.stop();
  if (auto ready = std::exchange(ready_, {})) ready(port, why_not);
}

/// It ends by itself, and nobody waits for it.
void DemoEnd::leave_process() {
  limit_.stop();
  if (!process_) return;
  process_->disconnect(this);
  if (process_->state() == QProcess::NotRunning) {
    process_->deleteLater();
  } else {
    connect(process_, &QProcess::finished, process_, &QObject::deleteLater);
    process_->kill();
  }
  process_ = nullptr;
}

}  // namespace jitterscope
