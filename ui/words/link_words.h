#pragma once
// How a link reads in a few words, and the links that a person has saved by name (kept for the next start).
#include <QMap>
#include <QString>

#include "core/events/link_setting.h"

namespace jitterscope {

/// A preset's or saved link's name, else "1 Mbit/s, 20 packets, 20 ms"; both directions where they differ. Empty
/// when there is no link.
QString link_words(const LinkSettings&);
/// The same of the link that the remote says to have set; a dash when its words are no link's.
QString remote_link_words(const std::string& told);
/// What a preset is called, without its figures: "Dial-up modem".
QString short_label(const LinkPreset&);

/// Name to words (SPEC), by name.
QMap<QString, QString> saved_links();
/// An empty name is not saved; a known one is replaced.
void save_link(const QString& name, const LinkSettings&);
void forget_link(const QString& name);

}  // namespace jitterscope
