#include "gui/charts/table/answer_model.h"

#include "common/base/csv_cell.h"
#include "common/base/valid_utf8.h"
#include "gui/charts/table/names_of_trace.h"
#include "gui/charts/table/spoken.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"

#include <algorithm>
#include <new>
#include <numeric>
#include <utility>

namespace vellum::gui::charts {

/// All that is needed to write a cell; another thread may hold it a little longer.
struct AnswerModel::Content {
    Content(
        std::shared_ptr<const data::Trace> of,
        std::shared_ptr<const AnswerLook> as,
        std::shared_ptr<const query::Answer> whole)
        : trace(std::move(of))
        , look(std::move(as))
        , answer(std::move(whole))
        , names(*trace->definitions)
        , text(
              std::get<query::Table>(*answer),
              trace->definitions->clock,
              names,
              [this](Tick ticks) {
                  return data::durationText(ticks, trace->definitions->clock).toStdString();
              })
    {
    }

    [[nodiscard]] std::optional<std::string> ownText(std::size_t row, std::size_t column) const
    {
        return look ? look->text(text.columns()[column].cell.key, text.rowAt(row)) : std::nullopt;
    }
    [[nodiscard]] std::string textAt(std::size_t row, std::size_t column) const
    {
        const auto own = ownText(row, column);
        return own ? *own : text.textAt(row, column);
    }
    /// To sort by: words as they are read, numbers as they are.
    [[nodiscard]] table::CellValue keyAt(std::size_t row, std::size_t column) const
    {
        auto own = text.columns()[column].isText ? ownText(row, column) : std::nullopt;
        return own ? table::CellValue(*std::move(own)) : text.valueAt(row, column);
    }

    std::shared_ptr<const data::Trace> trace;
    std::shared_ptr<const AnswerLook> look;
    std::shared_ptr<const query::Answer> answer;
    NamesOfTrace names;
    query::TableText text;
};

AnswerModel::AnswerModel(std::shared_ptr<const data::Trace> trace, QObject* parent)
    : QAbstractTableModel(parent)
    , m_trace(std::move(trace))
{
}

AnswerModel::~AnswerModel() = default;

void AnswerModel::show(const std::shared_ptr<const query::Answer>& answer)
{
    const auto* table = answer ? std::get_if<query::Table>(answer.get()) : nullptr;
    const QString sortedBy = keyOf(m_wanted.column);
    beginResetModel();
    m_work.cancel();
    m_order.clear();
    m_content = table != nullptr && table::tableOf(table->answer.schema()) != nullptr
                    ? std::make_shared<const Content>(m_trace, m_look, answer)
                    : nullptr;
    if (m_content != nullptr) {
        m_wanted.column = sortedBy.isEmpty() ? m_wanted.column : columnOf(sortedBy);
        if (m_content->text.size() <= kMostAtOnce) {
            m_order = orderOf(*m_content, m_wanted);
        } else {
            m_order.resize(m_content->text.size());
            std::iota(m_order.begin(), m_order.end(), 0U);
        }
    }
    endResetModel();
    if (m_content != nullptr && m_content->text.size() > kMostAtOnce
        && (m_wanted.column >= 0 || !m_wanted.filter.isEmpty())) {
        arrange();
    }
    emit rowsChanged();
}

void AnswerModel::setFilter(const QString& text)
{
    if (text != m_wanted.filter) {
        m_wanted.filter = text;
        arrange();
    }
}

void AnswerModel::sort(int column, Qt::SortOrder order)
{
    m_wanted.column = column;
    m_wanted.order = order;
    arrange();
}

void AnswerModel::arrange()
{
    m_work.cancel();
    if (m_content == nullptr) {
        return;
    }
    if (m_content->text.size() <= kMostAtOnce) {
        take(orderOf(*m_content, m_wanted));
        return;
    }
    m_work.start(
        [content = m_content, wanted = m_wanted](const std::stop_token& /*stop*/) {
            auto order = std::make_shared<std::vector<std::uint32_t>>();
            try {
                *order = orderOf(*content, wanted);
            } catch (const std::bad_alloc&) {  // rows stay as the answer has them
                order->resize(content->text.size());
                std::iota(order->begin(), order->end(), 0U);
            }
            return order;
        },
        [this](const std::shared_ptr<const std::vector<std::uint32_t>>& order) { take(*order); });
    emit rowsChanged();
}

void AnswerModel::take(std::vector<std::uint32_t> order)
{
    beginResetModel();
    m_order = std::move(order);
    endResetModel();
    emit rowsChanged();
}

std::vector<std::uint32_t> AnswerModel::orderOf(const Content& content, const Wanted& wanted)
{
    const query::TableText& text = content.text;
    std::vector<std::uint32_t> order;
    const auto hasText = [&](std::size_t row) {
        for (std::size_t column = 0; column < text.columns().size(); ++column) {
            if (data::text(content.textAt(row, column))
                    .contains(wanted.filter, Qt::CaseInsensitive)) {
                return true;
            }
        }
        return false;
    };
    for (std::size_t row = 0; row < text.size(); ++row) {
        if (wanted.filter.isEmpty() || hasText(row)) {
            order.push_back(static_cast<std::uint32_t>(row));
        }
    }
    if (wanted.column < 0 || static_cast<std::size_t>(wanted.column) >= text.columns().size()) {
        return order;
    }
    // Cells without a value stand last, whichever way the others go.
    std::vector<table::CellValue> keys(text.size());
    for (const std::uint32_t row : order) {
        keys[row] = content.keyAt(row, static_cast<std::size_t>(wanted.column));
    }
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
        const bool hasA = keys[a].index() != 0;
        const bool hasB = keys[b].index() != 0;
        if (hasA != hasB || !hasA) {
            return hasA && !hasB;
        }
        return wanted.order == Qt::AscendingOrder ? keys[a] < keys[b] : keys[b] < keys[a];
    });
    return order;
}

int AnswerModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int AnswerModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_content == nullptr
               ? 0
               : static_cast<int>(m_content->text.columns().size());
}

QVariant AnswerModel::data(const QModelIndex& index, int role) const
{
    if (m_content == nullptr || !index.isValid()
        || static_cast<std::size_t>(index.row()) >= m_order.size()) {
        return {};
    }
    const auto column = static_cast<std::size_t>(index.column());
    const std::size_t row = m_order[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return data::cut(m_content->textAt(row, column), data::kMostOfNameInPath);
    case Qt::ToolTipRole:
        return m_content->text.columns()[column].isText
                   ? QVariant(data::tipName(m_content->textAt(row, column)))
                   : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter)
            | (m_content->text.columns()[column].isText ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ForegroundRole:
        return m_content->look ? m_content->look->color(
                   m_content->text.columns()[column].cell.key, m_content->text.rowAt(row))
                               : QVariant();
    default:
        return {};
    }
}

QVariant AnswerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (m_content == nullptr || orientation != Qt::Horizontal || section < 0
        || section >= columnCount()) {
        return {};
    }
    const auto& column = m_content->text.columns()[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: {
        const auto own = m_content->look ? m_content->look->title(column.cell.key) : std::nullopt;
        QString title = own ? data::text(*own) : spoken(column.title);
        return title.replace(0, 1, title.left(1).toUpper());
    }
    case Qt::ToolTipRole:
        return data::text(column.cell.column->says);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter) | (column.isText ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

std::size_t AnswerModel::allRows() const
{
    return m_content == nullptr ? 0 : m_content->text.size();
}

const query::TableText* AnswerModel::text() const
{
    return m_content == nullptr ? nullptr : &m_content->text;
}

const void* AnswerModel::rowAt(int row) const
{
    return m_content->text.rowAt(m_order.at(static_cast<std::size_t>(row)));
}

int AnswerModel::columnOf(const QString& key) const
{
    for (int i = 0; i < columnCount(); ++i) {
        if (keyOf(i) == key) {
            return i;
        }
    }
    return -1;
}

QString AnswerModel::keyOf(int column) const
{
    return column < 0 || column >= columnCount()
               ? QString()
               : data::text(m_content->text.columns()[static_cast<std::size_t>(column)].cell.key);
}

bool AnswerModel::isShownAtFirst(int column) const
{
    const auto& of = m_content->text.columns()[static_cast<std::size_t>(column)];
    const auto own = m_content->look ? m_content->look->isShown(of.cell.key) : std::nullopt;
    return own.value_or(of.isShown);
}

QByteArray AnswerModel::csv() const
{
    if (m_content == nullptr) {
        return {};
    }
    const auto& table = std::get<query::Table>(*m_content->answer);
    const auto cells = table::cellsOf(*table::tableOf(table.answer.schema())->rows);
    std::string all;
    for (const table::Cell& cell : cells) {
        all.append(all.empty() ? "" : ",").append(csvCell(cell.key));
    }
    all += '\n';
    for (const std::uint32_t row : m_order) {
        const void* at = m_content->text.rowAt(row);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto value = table::valueOf(cells[i], at, m_content->text.by(), m_content->names);
            all.append(i > 0 ? "," : "").append(csvCell(table::plainText(value)));
        }
        all += '\n';
    }
    return QByteArray::fromStdString(validUtf8(all));
}

}  // namespace vellum::gui::charts
