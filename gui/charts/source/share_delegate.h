#pragma once

#include <QStyledItemDelegate>

namespace vellum::gui::charts {

/// Draws a share as a bar in the colours of redundancy, with its number beside it: length and colour say the same.
/// Reads SourceModel::kShareRole; cells without a share stay as they are.
class ShareDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index)
        const override;
};

}  // namespace vellum::gui::charts
