#pragma once
// How points, trails and limits look in every view of the quality space: audio round, video square; filled = received
// here, hollow = received there; a limit is a purple mark on its axis.
#include <vector>

#include <QColor>
#include <QPointF>
#include <QRectF>

#include "core/events/names.h"

class QFontMetrics;
class QPainter;

namespace jitterscope {

QColor colour_of(Medium);
QString name_of(Medium);

void draw_point(QPainter&, QPointF, Medium, bool here, double radius = 5);
void draw_held_point(QPainter&, QPointF, Medium);  // grey, dashed
/// Oldest first: from faint to full.
void draw_trail(QPainter&, const std::vector<QPointF>&, const QColor&, bool here);
void draw_handle(QPainter&, QPointF, Medium, bool hot);
/// The room of a text whose middle is at a place, held inside `bounds`.
QRectF words_box(const QFontMetrics&, QPointF middle, const QString&, const QRectF& bounds);
/// The text there; `veil`: on a veil of the panel's colour.
void draw_words(QPainter&, QPointF middle, const QString&, const QColor&, const QRectF& bounds, bool veil = false);

}  // namespace jitterscope
