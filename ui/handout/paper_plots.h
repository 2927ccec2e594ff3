#pragma once
// Plots of a lab in a text document with their titles, as vectors where its text has their places. GUI thread.
#include <vector>

#include <QObject>
#include <QPicture>
#include <QTextFormat>
#include <QTextObjectInterface>

#include "core/lab/engine/lab_plot.h"

namespace jitterscope {

class PaperPlots : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)
 public:
  /// The property of a place that says which of the plots stands there.
  static constexpr int kNumber = QTextFormat::UserProperty + 1;

  explicit PaperPlots(const std::vector<LabPlot>& plots);
  QSizeF intrinsicSize(QTextDocument*, int, const QTextFormat&) override;
  void drawObject(QPainter*, const QRectF& room, QTextDocument*, int, const QTextFormat&) override;

 private:
  struct Titled {
    QString title;
    QPicture drawing = QPicture();
  };
  std::vector<Titled> plots_;
};

}  // namespace jitterscope
