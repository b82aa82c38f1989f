#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace vellum::gui::report {

/// What colour says of a cell; its text says the same.
enum class Tone : std::uint8_t { Plain, Slower, Faster };

struct Cell {
    QString text;   ///< as people read it
    QString value;  ///< as programs do, with all digits; empty: it is no number
    Tone tone = Tone::Plain;
};

struct Column {
    QString title;
    bool isNumber = false;  ///< stands to the right
};

struct Table {
    QString title;
    QString note;  ///< what the numbers are of, or how many rows were left out; may be empty
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;  ///< each as long as `columns`
};

/// One thing, drawn twice: on a light ground and on a dark one.
struct Picture {
    QString title;
    QString sentence;
    QSize size;  ///< logical pixels
    QByteArray light;
    QByteArray dark;
    bool isSvg = true;  ///< false: PNG, both of them
};

struct Section {
    QString title;
    QStringList sentences;
    std::vector<Picture> pictures;
    std::vector<Table> tables;
};

/// All that stands on a page, in its order. Texts are plain: whatever stands in a trace may stand in them.
struct Report {
    QString title;
    QString lead;  ///< below the title
    std::vector<Section> sections;
    QString foot;  ///< who made it, and when
};

}  // namespace vellum::gui::report
