#pragma once
// Asks for a file. Window thread.
#include <QFileDialog>

namespace jitterscope {

/// Deletes itself when closed. Tells files apart by their names alone: Qt's own dialog reads what is in them, and
/// closing a trace that this process records takes SQLite's lock off it (core/record/disk/whole_file.h).
QFileDialog* make_file_dialog(QWidget* parent, const QString& title);
/// The same for a file that will be written: begins where the last one was, else among the user's documents.
QFileDialog* make_save_dialog(QWidget* parent, const QString& title);

}  // namespace jitterscope
