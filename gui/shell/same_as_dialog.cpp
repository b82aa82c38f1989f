#include "gui/shell/same_as_dialog.h"

#include "common/compare/name_likeness.h"
#include "gui/data/wording.h"
#include "gui/shell/filter_parts.h"

#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace vellum::gui::shell {

namespace {

/// Those that are most like \p name first, of equals by name.
std::vector<std::string> byLikeness(std::vector<std::string> others, const std::string& name)
{
    const compare::NameShape shape(name);
    std::vector<std::pair<double, std::string>> rated;
    for (std::string& other : others) {
        const double likeness = shape.likeness(compare::NameShape(other));
        rated.emplace_back(-likeness, std::move(other));
    }
    std::ranges::sort(rated);
    std::ranges::transform(rated, others.begin(), [](auto& one) { return std::move(one.second); });
    return others;
}

}  // namespace

SameAsDialog::SameAsDialog(
    const std::string& name,
    const QString& letter,
    std::vector<std::string> others,
    QWidget* parent)
    : QDialog(parent)
    , m_others(byLikeness(std::move(others), name))
    , m_field(new QLineEdit)
    , m_list(new QListWidget)
    , m_take(new QPushButton(tr("These are the same")))
{
    setWindowTitle(tr("Same as…"));
    auto* label = new QLabel(
        tr("Which function of %1 is %2?").arg(letter, data::cut(name, data::kMostOfNameInLine)));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    m_field->setPlaceholderText(tr("A part of the name"));
    m_field->setAccessibleName(tr("Functions by name"));
    m_field->installEventFilter(this);
    m_list->setAccessibleName(tr("Functions that only %1 has, the most alike first").arg(letter));
    m_take->setDefault(true);
    auto* buttons = closeButton(this);
    buttons->addButton(m_take, QDialogButtonBox::ActionRole);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    layout->addWidget(buttons);
    constexpr QSize kSize(520, 380);
    resize(kSize);
    connect(m_field, &QLineEdit::textChanged, this, &SameAsDialog::showFitting);
    connect(m_take, &QPushButton::clicked, this, &SameAsDialog::choose);
    connect(m_list, &QListWidget::itemActivated, this, &SameAsDialog::choose);
    showFitting();
}

void SameAsDialog::showFitting()
{
    m_list->clear();
    for (std::size_t i = 0; i < m_others.size() && m_list->count() < int{kMostShown}; ++i) {
        const QString name = data::text(m_others[i]);
        if (name.contains(m_field->text(), Qt::CaseInsensitive)) {
            auto* item =
                new QListWidgetItem(data::cut(m_others[i], data::kMostOfNameInLine), m_list);
            item->setData(Qt::UserRole, static_cast<qulonglong>(i));
            item->setToolTip(data::tipName(m_others[i]));
        }
    }
    m_list->setCurrentRow(0);
    m_take->setEnabled(m_list->count() > 0);
}

void SameAsDialog::choose()
{
    if (const QListWidgetItem* item = m_list->currentItem()) {
        emit chosen(m_others[item->data(Qt::UserRole).toULongLong()]);
        accept();
    }
}

bool SameAsDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down) {
        m_list->setFocus();
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

}  // namespace vellum::gui::shell
