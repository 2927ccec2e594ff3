#include "ui/words/link_words.h"

#include <QSettings>

#include "ui/kept_settings.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

const QString kSaved = QStringLiteral("links");

std::optional<LinkSettings> parsed(std::string_view words) {
  std::string ignored;
  return LinkSettings::parse(words, ignored);
}

QString plain(double value) {
  return QString::number(value, 'g', 4);
}

QString rate_words(const LinkSetting& link) {
  if (!link.trace_file.empty()) return Tr::tr("trace of rates");
  if (link.ethernet_stations) return Tr::tr("Ethernet of %1 stations").arg(*link.ethernet_stations);
  if (!link.rate) return {};
  const double kbits = link.rate->kbits_per_second();
  return kbits >= 1000 ? plain(kbits / 1000) + " Mbit/s" : plain(kbits) + " kbit/s";
}

QString set_words_of(const LinkSetting& link) {
  QStringList words{rate_words(link)};
  if (link.limit_packets) words << Tr::tr("%1 packets").arg(*link.limit_packets);
  if (link.limit_bytes) words << bytes_text(*link.limit_bytes);
  if (link.delay.ns() > 0) words << plain(link.delay.ms()) + " ms";
  if (link.jitter.ns() > 0) words << Tr::tr("jitter %1 ms").arg(plain(link.jitter.ms()));
  if (link.loss > 0) words << Tr::tr("loss %1 %").arg(plain(100 * link.loss));
  if (link.gilbert_elliott) words << Tr::tr("loss in bursts");
  words.removeAll(QString());
  if (link == LinkSetting{}) return Tr::tr("direct");
  return words.isEmpty() ? QString::fromStdString(link.to_string()) : words.join(", ");
}

QString name_of(const LinkSettings& links) {
  for (const auto& preset : link_presets())
    if (parsed(preset.words) == links) return short_label(preset);
  const auto saved = saved_links();
  for (auto entry = saved.begin(); entry != saved.end(); ++entry)
    if (parsed(entry.value().toStdString()) == links) return entry.key();
  return {};
}

}  // namespace

QString short_label(const LinkPreset& preset) {
  return text_of(preset.label).section(',', 0, 0).section(" at ", 0, 0);
}

QString link_words(const LinkSettings& links) {
  if (links.off()) return {};
  if (auto name = name_of(links); !name.isEmpty()) return name;
  if (links.up == links.down) return set_words_of(links.up);
  return Tr::tr("up %1; down %2").arg(set_words_of(links.up), set_words_of(links.down));
}

QString remote_link_words(const std::string& told) {
  if (told.empty()) return {};
  const auto links = parsed(told);
  return links ? link_words(*links) : kDash;
}

QMap<QString, QString> saved_links() {
  QMap<QString, QString> links;
  const auto stored = kept_settings().value(kSaved).toMap();
  for (auto entry = stored.begin(); entry != stored.end(); ++entry)
    if (parsed(entry.value().toString().toStdString())) links[entry.key()] = entry.value().toString();
  return links;
}

void save_link(const QString& name, const LinkSettings& links) {
  if (name.simplified().isEmpty()) return;
  const WrittenSettings settings;
  auto stored = settings->value(kSaved).toMap();
  stored[name.simplified()] = QString::fromStdString(links.to_string());
  settings->setValue(kSaved, stored);
}

void forget_link(const QString& name) {
  const WrittenSettings settings;
  auto stored = settings->value(kSaved).toMap();
  stored.remove(name);
  settings->setValue(kSaved, stored);
}

}  // namespace jitterscope
