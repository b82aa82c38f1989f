#include "gui/shell/preferences_dialog.h"

#include "gui/shell/dialogs.h"
#include "gui/shell/keys.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include <utility>

namespace vellum::gui::shell {

PreferencesDialog::PreferencesDialog(
    charts::NavigationScheme scheme, charts::KeyMap keys, QWidget* parent)
    : QDialog(parent)
    , m_scheme(scheme)
    , m_keys(std::move(keys))
    , m_schemes(new QComboBox)
    , m_mouse(new QLabel)
    , m_flings(new QCheckBox(tr("A pan that is let go in motion goes on and slows down")))
    , m_memory(new QSpinBox)
    , m_filter(new QLineEdit)
    , m_table(new QTableWidget(0, 2))
    , m_edit(new QKeySequenceEdit)
    , m_taken(new QLabel)
{
    setWindowTitle(tr("Preferences"));
    auto* pages = new QTabWidget;
    pages->addTab(makeNavigation(), tr("Navigation"));
    pages->addTab(makeKeys(), tr("Keys"));
    pages->addTab(makeMemory(), tr("Memory"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(pages, 1);
    layout->addWidget(buttons);
    resize(640, 560);
    show(m_scheme, m_keys);
}

void PreferencesDialog::show(charts::NavigationScheme scheme, charts::KeyMap keys)
{
    m_scheme = scheme;
    m_keys = std::move(keys);
    m_schemes->setCurrentIndex(static_cast<int>(scheme));
    showMouse();
    fillKeys();
}

QWidget* PreferencesDialog::makeNavigation()
{
    for (int i = 0; i < charts::kNavigationSchemes; ++i) {
        m_schemes->addItem(charts::nameOf(static_cast<charts::NavigationScheme>(i)));
    }
    m_schemes->setAccessibleName(tr("Navigation scheme"));
    connect(m_schemes, &QComboBox::activated, this, [this](int index) {
        emit navigationChosen(static_cast<charts::NavigationScheme>(index));
    });
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    auto* form = new QFormLayout;
    form->addRow(tr("Mouse and keys as in"), m_schemes);
    layout->addLayout(form);
    m_mouse->setTextFormat(Qt::RichText);
    m_mouse->setWordWrap(true);
    m_mouse->setAlignment(Qt::AlignTop);
    layout->addWidget(m_mouse, 1);
    m_flings->setToolTip(tr("Any key, click or turn of the wheel stops it."));
    connect(m_flings, &QCheckBox::clicked, this, &PreferencesDialog::flingsChosen);
    layout->addWidget(m_flings);
    return page;
}

QWidget* PreferencesDialog::makeMemory()
{
    m_memory->setRange(kLeastMegabytes, kMostMegabytes);
    m_memory->setSingleStep(kLeastMegabytes);
    m_memory->setSuffix(tr(" MB"));
    m_memory->setAccessibleName(tr("Memory for pictures of a trace"));
    m_memory->setKeyboardTracking(false);  // 2 on the way to 256 would throw all pictures away
    connect(m_memory, &QSpinBox::valueChanged, this, &PreferencesDialog::memoryChosen);
    auto* page = new QWidget;
    auto* form = new QFormLayout(page);
    form->addRow(tr("Pictures of a trace may take"), m_memory);
    auto* note = new QLabel(tr(
        "Rows that were on the screen are kept, so that scrolling and zooming back shows them at "
        "once. Beyond this much the oldest are forgotten and asked for again. The trace itself "
        "is in the server, not here."));
    note->setWordWrap(true);
    form->addRow(note);
    return page;
}

void PreferencesDialog::showMemory(int megabytes)
{
    const QSignalBlocker blocker(m_memory);
    m_memory->setValue(megabytes);
}

void PreferencesDialog::showFlings(bool flings)
{
    m_flings->setChecked(flings);
}

void PreferencesDialog::showMouse()
{
    QString html = QStringLiteral("<table cellspacing='4'>");
    for (const KeyHelp& one : mouseHelp(m_scheme)) {
        html += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(one.key.toHtmlEscaped(), one.does.toHtmlEscaped());
    }
    m_mouse->setText(html + QStringLiteral("</table>"));
}

QWidget* PreferencesDialog::makeKeys()
{
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    m_filter->setPlaceholderText(tr("Find a command…"));
    m_filter->setAccessibleName(tr("Find a command"));
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, &PreferencesDialog::fillKeys);
    layout->addWidget(m_filter);
    m_table->setHorizontalHeaderLabels({tr("Does"), tr("Keys")});
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    connect(
        m_table, &QTableWidget::itemSelectionChanged, this, &PreferencesDialog::onCurrentChanged);
    layout->addWidget(m_table, 1);
    auto* line = new QHBoxLayout;
    auto* add = new QPushButton(tr("Add key"));
    add->setObjectName(QStringLiteral("addKey"));
    auto* none = new QPushButton(tr("No keys"));
    none->setObjectName(QStringLiteral("noKeys"));
    auto* reset = new QPushButton(tr("Reset all"));
    reset->setObjectName(QStringLiteral("resetKeys"));
    m_edit->setAccessibleName(tr("A new key"));
    line->addWidget(m_edit, 1);
    line->addWidget(add);
    line->addWidget(none);
    line->addWidget(reset);
    layout->addLayout(line);
    m_taken->setWordWrap(true);
    layout->addWidget(m_taken);
    connect(add, &QPushButton::clicked, this, &PreferencesDialog::addKey);
    connect(none, &QPushButton::clicked, this, [this] {
        if (!currentCommand().isEmpty()) {
            emit keysChosen(currentCommand(), {});
        }
    });
    connect(reset, &QPushButton::clicked, this, &PreferencesDialog::keysReset);
    connect(m_edit, &QKeySequenceEdit::keySequenceChanged, this, [this](const QKeySequence& key) {
        const QString owner = key.isEmpty() ? QString() : m_keys.commandOf(QKeySequence(key[0]));
        m_taken->setText(
            owner.isEmpty() ? QString()
                            : tr("%1 is now “%2”; adding it here takes it from there.")
                                  .arg(
                                      QKeySequence(key[0]).toString(QKeySequence::NativeText),
                                      m_keys.textOf(owner)));
    });
    return page;
}

void PreferencesDialog::fillKeys()
{
    const QString before = currentCommand();
    m_table->setRowCount(0);
    for (const charts::KeyCommand& command : m_keys.commands()) {
        const QString keys = keysText(command.keys);
        if (!command.text.contains(m_filter->text(), Qt::CaseInsensitive)
            && !keys.contains(m_filter->text(), Qt::CaseInsensitive)) {
            continue;
        }
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        auto* item = new QTableWidgetItem(command.text);
        item->setData(Qt::UserRole, command.name);
        m_table->setItem(row, 0, item);
        m_table->setItem(row, 1, new QTableWidgetItem(keys));
        if (command.name == before) {
            m_table->setCurrentCell(row, 0);
        }
    }
    m_table->resizeColumnToContents(0);
}

QString PreferencesDialog::currentCommand() const
{
    const QTableWidgetItem* item =
        m_table->currentRow() >= 0 ? m_table->item(m_table->currentRow(), 0) : nullptr;
    return item != nullptr ? item->data(Qt::UserRole).toString() : QString();
}

void PreferencesDialog::onCurrentChanged()
{
    m_edit->clear();
    m_taken->clear();
}

void PreferencesDialog::addKey()
{
    if (currentCommand().isEmpty() || m_edit->keySequence().isEmpty()) {
        m_taken->setText(tr("Choose a command above and press the new key in the field."));
        return;
    }
    const QKeySequence key(m_edit->keySequence()[0]);  // one stroke: charts know no chords
    QList<QKeySequence> keys = m_keys.keysOf(currentCommand());
    keys.removeAll(key);
    keys.prepend(key);
    emit keysChosen(currentCommand(), keys);
    onCurrentChanged();
}

}  // namespace vellum::gui::shell
