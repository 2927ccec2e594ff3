#pragma once
// A widget with all that is in it as vectors. GUI thread.
class QCPPainter;
class QPaintDevice;
class QWidget;

namespace jitterscope {

/// At the painter's origin. Plots draw themselves; buttons and what is hidden are left out.
void paint_widget(QWidget&, QCPPainter&);
/// On a ground of the panels' colour. False: the device cannot be painted on.
bool draw_widget(QWidget&, QPaintDevice&);

}  // namespace jitterscope
