#pragma once
// A panel's picture in a file: PNG as on screen, SVG and PDF with plots and words as vectors. GUI thread, but for what
// writes bytes.
#include <QByteArray>
#include <QString>

class QWidget;

namespace jitterscope {

/// By the path's suffix: .svg, .pdf, else a raster picture (.png). Buttons are left out of vectors.
/// False: the file could not be written.
bool write_picture(QWidget&, const QString& path);

/// Takes the place of `path` when it is complete; a new file is its user's alone (0600), one that is replaced keeps its
/// rights, a link is not followed. False: the file could not be written, and what was there still is. Any thread.
bool write_export(const QString& path, const QByteArray& bytes);

/// Returns the name of the file beside numbers that says where they come from.
QString provenance_name(const QString& path);
/// Numbers, and beside them in PATH.provenance.json where they come from: `made`; empty: nobody says so. Any thread.
bool write_numbers(const QString& path, const QByteArray& csv, const QByteArray& made);

}  // namespace jitterscope
