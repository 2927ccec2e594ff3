#pragma once
// A panel's picture in a file: PNG as on screen, SVG and PDF with plots and words as vectors. GUI thread.
#include <QString>

class QWidget;

namespace jitterscope {

/// By the path's suffix: .svg, .pdf, else a raster picture (.png). Buttons are left out of vectors.
/// False: the file could not be written.
bool write_picture(QWidget&, const QString& path);

}  // namespace jitterscope
