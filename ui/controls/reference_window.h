#pragma once
// The reference (resources/reference) beside the window: pages, search over all of them, links between them. GUI
// thread.
#include <QDialog>
#include <QStringList>
#include <QUrl>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace jitterscope {

class ReferenceWindow : public QDialog {
 public:
  explicit ReferenceWindow(QWidget* parent);
  QStringList titles() const;  // of the pages that hold what is searched, in their order

 protected:
  void changeEvent(QEvent*) override;

 private:
  void search(const QString& text);
  /// The next place in the page shown, else in the next page that has it.
  void find_next();
  void open(int row);
  /// No row for a page that the search left out.
  void mark(const QUrl& source);

  struct Page {
    QString name, title, text;
  };
  QList<Page> pages_;
  QLineEdit* wanted_;
  QListWidget* list_;
  QTextBrowser* text_;
  QUrl shown_;  // empty where no page is
};

}  // namespace jitterscope
