#include "ui/widgets/file_dialog.h"

#include <QDir>
#include <QFileIconProvider>
#include <QFileInfo>
#include <QStandardPaths>

#include "ui/tr.h"

namespace jitterscope {
namespace {

class NameIcons : public QFileIconProvider {
 public:
  using QFileIconProvider::icon;
  QIcon icon(const QFileInfo& file) const override { return icon(file.isDir() ? Folder : File); }
  QString type(const QFileInfo& file) const override { return file.isDir() ? Tr::tr("Folder") : file.suffix(); }
};

}  // namespace

QFileDialog* make_file_dialog(QWidget* parent, const QString& title) {
  static NameIcons icons;  // has no state; a dialog's thread may still ask it as the dialog goes
  auto* dialog = new QFileDialog(parent, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setIconProvider(&icons);
  return dialog;
}

QFileDialog* make_save_dialog(QWidget* parent, const QString& title) {
  static QString folder;  // of the file saved last
  if (folder.isEmpty() || !QDir(folder).exists())
    folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  if (!QDir(folder).exists()) folder = QDir::homePath();
  auto* dialog = make_file_dialog(parent, title);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDirectory(folder);
  QObject::connect(dialog, &QFileDialog::fileSelected, dialog,
                   [](const QString& path) { folder = QFileInfo(path).absolutePath(); });
  return dialog;
}

}  // namespace jitterscope
