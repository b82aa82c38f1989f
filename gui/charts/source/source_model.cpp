#include "gui/charts/source/source_model.h"

#include "gui/data/wording.h"

#include <QFontDatabase>

#include <algorithm>

namespace vellum::gui::charts {

void SourceModel::show(std::vector<models::SourceLine> lines)
{
    const bool isSame = std::ranges::equal(
        lines, m_lines, [](const models::SourceLine& a, const models::SourceLine& b) {
            return a.number == b.number && a.text == b.text;
        });
    if (isSame && !lines.empty()) {
        m_lines = std::move(lines);
        emit dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
        return;
    }
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

int SourceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int SourceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : Columns;
}

QString SourceModel::textOf(const models::SourceLine& line, int column)
{
    switch (column) {
    case Number:
        return QString::number(line.number);
    case Moved:
        return line.hasValues() ? data::bytesText(line.movedBytes) : QString();
    case Share:
        return line.share() ? data::percent(*line.share()) : QString();
    case Pattern:
        return data::patternText(line.pattern);
    default:
        return line.text;
    }
}

QString SourceModel::tipOf(const models::SourceLine& line)
{
    if (!line.hasValues()) {
        return {};
    }
    QStringList parts = {
        line.function,
        data::counted(line.accesses, tr("access"), tr("accesses")),
        tr("%1 moved, %2 of it there already")
            .arg(data::bytesText(line.movedBytes), data::bytesText(line.redundantBytes))};
    if (line.deadBytes > 0) {
        parts << tr("%1 stored over before anybody looked").arg(data::bytesText(line.deadBytes));
    }
    parts << data::patternText(line.pattern);
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QVariant SourceModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_lines.size()) {
        return {};
    }
    const models::SourceLine& line = m_lines[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(line, index.column());
    case Qt::ToolTipRole:
        return tipOf(line);
    case Qt::FontRole:
        return index.column() == Text
                   ? QVariant(QFontDatabase::systemFont(QFontDatabase::FixedFont))
                   : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == Number || index.column() == Moved
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case kShareRole:
        return line.share() ? QVariant(*line.share()) : QVariant();
    case Qt::AccessibleTextRole:
        return tr("line %1: %2").arg(line.number).arg(textOf(line, index.column()));
    default:
        return {};
    }
}

QVariant SourceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Number:
        return tr("Line");
    case Moved:
        return tr("Moved");
    case Share:
        return tr("There already");
    case Pattern:
        return tr("Pattern");
    default:
        return tr("Source");
    }
}

}  // namespace vellum::gui::charts
