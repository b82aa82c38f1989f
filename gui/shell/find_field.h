#pragma once

#include "common/time/tick.h"
#include "gui/models/search_model.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>
#include <utility>

class QLabel;
class QLineEdit;
class QToolButton;

namespace vellum::gui::shell {

/// The find field of the tool bar: a name or an expression, visits of a duration or longer, of some function
/// groups only; how many hits, next and previous, all of them marked.
class FindField : public QWidget {
    Q_OBJECT

public:
    explicit FindField(QWidget* parent = nullptr);

    /// What is searched; null disables the field. The text is kept from trace to trace.
    /// \p from says at which tick a search begins: where the view does.
    void setModel(models::SearchModel* model, std::function<Tick()> from);
    void activate();
    [[nodiscard]] QString status() const;
    void setText(const QString& text);
    /// Seeks what is written so, at once.
    void find(const QString& text);
    /// Seeks just this name, at once.
    void findExactly(const QString& name);

    void next();
    void previous();

signals:
    /// Escape gives the keyboard back.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void searchNow();
    void leaveExactly();
    void fillGroups();
    void setGroups(FunctionGroupMask groups);
    /// What stands there, or nothing if the duration is not understood.
    [[nodiscard]] std::optional<models::SearchQuery> query() const;
    [[nodiscard]] bool isSearched() const;  ///< for the text that stands there
    void showStatus();

    models::SearchModel* m_model = nullptr;
    QLineEdit* m_edit;
    QLabel* m_status;
    QToolButton* m_case;
    QToolButton* m_regex;
    std::optional<std::pair<bool, bool>>
        m_before;           ///< case and regex as they were set before findExactly
    QToolButton* m_longer;  ///< shows the field for a duration
    QLineEdit* m_duration;
    QToolButton* m_groupButton;  ///< has a menu of the trace's groups
    FunctionGroupMask m_groups = 0;
    QToolButton* m_all;  ///< marks all hits
    QToolButton* m_previous;
    QToolButton* m_next;
    QTimer m_soon;
    QMetaObject::Connection m_connection;
    std::function<Tick()> m_from;
};

}  // namespace vellum::gui::shell
