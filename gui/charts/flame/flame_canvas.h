#pragma once

#include "common/time/clock_properties.h"
#include "gui/models/flame_tree.h"

#include <QAbstractScrollArea>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QMenu;

namespace vellum::gui::charts {

/// Call paths as boxes: as wide as their time, and below (or above) that of who called them.
///
/// A box narrower than a pixel is part of a column, which has the colour of the widest box that begins in it: nothing
/// that takes time vanishes. Of two runs a box is orange where the second takes longer, blue where it takes less, and without
/// a colour below 2 % of it; its name begins with the sign.
///
/// Mouse    A click selects, a double click asks for the focus, the wheel scrolls rows.
/// Keys     Arrows go to caller, callee and neighbours, Home to the outermost, Enter asks for the focus, Backspace for the caller of
///          what has it, Escape for no focus.
/// Cost     A paint looks at each box of the visible rows.
class FlameCanvas final : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit FlameCanvas(QWidget* parent = nullptr);

    enum class Roots { Bottom, Top };  ///< a flame graph; an icicle graph

    /// \param clock    of the ticks that boxes are as wide as; null: they are samples
    /// \param focus    a node of \p tree that is to be as wide as all
    void setTree(
        std::shared_ptr<const models::FlameTree> tree,
        const ClockProperties* clock,
        std::optional<std::uint32_t> focus = std::nullopt);
    [[nodiscard]] const models::FlameTree* tree() const { return m_tree.get(); }
    void setRoots(Roots roots);
    [[nodiscard]] Roots roots() const { return m_roots; }
    /// "top" or "bottom", for settings; another word changes nothing.
    [[nodiscard]] QString rootsWord() const;
    void setRootsWord(const QString& word);
    /// \param choose  gets the name of what the user chose, and what does it
    void fillRootsMenu(
        QMenu& menu,
        const std::function<void(const QString&, const std::function<void()>&)>& choose);
    void setOrder(models::FlameOrder order);
    [[nodiscard]] models::FlameOrder order() const { return m_order; }
    void setSizesOf(models::FlameWidth run);
    [[nodiscard]] models::FlameWidth sizesOf() const { return m_width; }
    void setFocusNode(std::optional<std::uint32_t> node);
    [[nodiscard]] std::optional<std::uint32_t> focusNode() const { return m_focus; }
    void select(std::optional<std::uint32_t> node);
    [[nodiscard]] std::optional<std::uint32_t> selected() const { return m_selected; }
    /// Functions of this name stand out; empty: none does.
    void setMarked(const std::string& name);
    [[nodiscard]] const std::string& marked() const { return m_marked; }
    /// What is said where there are no boxes.
    void setEmptyText(const QString& text);

    /// Where the node is drawn, in pixels of the viewport; empty where it is not.
    [[nodiscard]] QRectF boxOf(std::uint32_t node) const;
    [[nodiscard]] std::optional<std::uint32_t> nodeAt(QPointF position) const;
    /// All of the node of that number in a line.
    [[nodiscard]] QString textOf(std::uint32_t number) const;
    /// What all rows need.
    [[nodiscard]] int wholeHeight() const;

signals:
    void selectedByUser();
    /// The user wants \p node, or with none the whole, to be as wide as all.
    void focusWanted(std::optional<std::uint32_t> node);
    void hovered(const QString& text);
    void menuWanted(QPoint globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void updateScrollBar();
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int topOf(std::uint32_t depth) const;
    void selectByUser(std::optional<std::uint32_t> node);
    [[nodiscard]] std::optional<std::uint32_t> neighbour(int key) const;
    [[nodiscard]] QColor colorOf(const models::FlameNode& node) const;
    [[nodiscard]] QString labelOf(const models::FlameNode& node) const;
    [[nodiscard]] QString sizeText(double size) const;
    void paintRow(QPainter& painter, std::uint32_t depth) const;
    void paintBox(QPainter& painter, std::uint32_t number, const QRectF& box) const;

    std::shared_ptr<const models::FlameTree> m_tree;
    std::optional<ClockProperties> m_clock;
    Roots m_roots = Roots::Top;
    models::FlameOrder m_order = models::FlameOrder::Largest;
    models::FlameWidth m_width = models::FlameWidth::After;
    std::optional<std::uint32_t> m_focus;
    std::optional<std::uint32_t> m_selected;
    std::string m_marked;
    QString m_emptyText;
    std::vector<models::FlameBox> m_boxes;  ///< by node
    std::vector<std::vector<std::uint32_t>>
        m_rows;  ///< by depth: nodes that are shown, from the left to the right
};

}  // namespace vellum::gui::charts
