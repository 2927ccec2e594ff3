#pragma once
// A panel's picture in a file: PNG as on screen, SVG and PDF with plots and words as vectors. GUI thread.
#include <QByteArray>
#include <QString>

class QWidget;

namespace jitterscope {

/// By the path's suffix: .svg, .pdf, else a raster picture (.png). Buttons are left out of vectors.
/// False: the file could not be written.
bool write_picture(QWidget&, const QString& path);

/// Takes the place of `path` when it is complete; a new file is its user's alone (0600), one that is replaced keeps its
/// rights, a link is not followed. False: the file could not be written, and what was there still is.
bool write_export(const QString& path, const QByteArray& bytes);

}  // namespace jitterscope
