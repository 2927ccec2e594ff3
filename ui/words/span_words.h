#pragma once
// Of which time figures are, in the same words everywhere. GUI thread.
#include <optional>

#include <QString>

#include "core/measures/views/stretch.h"

namespace jitterscope {

struct CallSnapshot;

/// The stretch that the snapshot's figures are of; absent: they are of the usual times.
std::optional<Stretch> shown_stretch(const CallSnapshot&);
/// "00:10.0 – 00:20.0", of a short one "00:06.250 – 00:06.350".
QString stretch_times(const Stretch&);

/// `usual` ("last 10 s"), or where a stretch is shown `of_stretch` with its times for %1; with what is being read:
/// "last 10 s, 00:10.0 – 00:20.0 is being read".
QString figures_span(const CallSnapshot&, const QString& usual, const QString& of_stretch = QStringLiteral("%1"));
/// Why a selected time is not shown; empty: it is, or none is selected.
QString why_not_selected(const CallSnapshot&);

/// "whole call" and "last 60 s of the call", as they are where a file is shown: "whole file", "last 60 s of the file".
QString of_file(QString words);

/// A name or a tip that says "last 10 s", "whole call" or "now", as it is where a stretch is shown: "selected time",
/// "at its end".
QString in_shown_time(QString words, const CallSnapshot&);

}  // namespace jitterscope
