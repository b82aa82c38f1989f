#include "gui/shell/open_dialog.h"

#include "common/query/selection_words.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace vellum::gui::shell {

namespace {

constexpr int kPathColumn = 0;
constexpr int kOffsetColumn = 1;

/// Columns of a form, of which the second is explained.
QLineEdit* makeField(const QString& placeholder, const QString& toolTip)
{
    auto* field = new QLineEdit;
    field->setPlaceholderText(placeholder);
    field->setToolTip(toolTip);
    field->setAccessibleName(toolTip);
    return field;
}

}  // namespace

OpenDialog::OpenDialog(bool isRemote, QWidget* parent)
    : QDialog(parent)
    , m_files(new QTableWidget(0, 2))
    , m_locations(
          makeField(tr("all"), tr("Names, reference numbers or path/with/*, several with commas")))
    , m_begin(makeField(tr("begin of the trace"), tr("A time, for instance 1.25s or 300ms")))
    , m_end(makeField(tr("end of the trace"), tr("A time, for instance 1.5s or 900ms")))
    , m_mistake(new QLabel)
{
    constexpr QSize kSize(720, 460);
    setWindowTitle(tr("Open files as one trace, or a part of one"));
    resize(kSize);
    m_files->setHorizontalHeaderLabels({tr("File or folder"), tr("Moved by")});
    m_files->horizontalHeader()->setSectionResizeMode(kPathColumn, QHeaderView::Stretch);
    m_files->horizontalHeaderItem(kOffsetColumn)
        ->setToolTip(tr("Shows the file's events later, 1.2s for instance; earlier: -1.2s"));
    m_files->verticalHeader()->hide();
    m_files->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_files->setTextElideMode(Qt::ElideMiddle);
    m_files->setAccessibleName(tr("Files of the trace"));
    m_mistake->setWordWrap(true);
    m_mistake->setTextFormat(Qt::PlainText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_open = buttons->addButton(tr("&Open"), QDialogButtonBox::AcceptRole);
    auto* form = new QFormLayout;
    form->addRow(tr("Only &locations"), m_locations);
    form->addRow(tr("Only &from"), m_begin);
    form->addRow(tr("&to"), m_end);
    auto* layout = new QVBoxLayout(this);
    auto* hint = new QLabel(tr(
        "The files are put on one time axis by their clocks. What is left out below is not read: "
        "no row, no time, no total."));
    hint->setWordWrap(true);
    layout->addWidget(hint);
    layout->addWidget(m_files, 1);
    layout->addWidget(makeButtons(isRemote));
    layout->addLayout(form);
    layout->addWidget(m_mistake);
    layout->addWidget(buttons);
    connect(m_files, &QTableWidget::itemChanged, this, &OpenDialog::update);
    connect(m_files, &QTableWidget::itemSelectionChanged, this, &OpenDialog::update);
    for (QLineEdit* field : {m_locations, m_begin, m_end}) {
        connect(field, &QLineEdit::textChanged, this, &OpenDialog::update);
    }
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit chosen(selection());
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    update();
}

QWidget* OpenDialog::makeButtons(bool isRemote)
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const QString& text, auto slot) {
        auto* button = new QPushButton(text);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, slot);
        layout->addWidget(button);
        return button;
    };
    if (isRemote) {
        add(tr("&Add path…"), &OpenDialog::typePath);
    } else {
        add(tr("&Add files…"), &OpenDialog::browseFiles);
        add(tr("Add fol&der…"), &OpenDialog::browseFolder);
    }
    m_remove = add(tr("&Remove"), &OpenDialog::removeSelected);
    layout->addStretch(1);
    return row;
}

void OpenDialog::addFiles(const QStringList& paths)
{
    for (const QString& path : paths) {
        const int row = m_files->rowCount();
        m_files->insertRow(row);
        auto* item = new QTableWidgetItem(path);
        item->setFlags(item->flags() & ~Qt::ItemIsEditable);
        item->setToolTip(path);
        m_files->setItem(row, kPathColumn, item);
        m_files->setItem(row, kOffsetColumn, new QTableWidgetItem);
    }
    update();
}

void OpenDialog::browseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Add files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &OpenDialog::addFiles);
    dialog->open();
}

void OpenDialog::browseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Add a folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::filesSelected, this, &OpenDialog::addFiles);
    dialog->open();
}

void OpenDialog::typePath()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Add a path of the server"));
    dialog->setLabelText(
        tr("Path of a file or folder, as the server knows it; * stands for any name:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& path) {
        if (!path.isEmpty()) {
            addFiles({path});
        }
    });
    dialog->open();
}

void OpenDialog::removeSelected()
{
    std::set<int, std::greater<>> rows;
    for (const QTableWidgetItem* item : m_files->selectedItems()) {
        rows.insert(item->row());
    }
    for (const int row : rows) {
        m_files->removeRow(row);
    }
    update();
}

QString OpenDialog::mistake() const
{
    if (m_files->rowCount() == 0) {
        return tr("There is no file yet.");
    }
    for (int row = 0; row < m_files->rowCount(); ++row) {
        const auto* item = m_files->item(row, kOffsetColumn);
        const QString text = item != nullptr ? item->text().trimmed() : QString();
        if (!text.isEmpty() && !query::parseFileOffset("file=" + text.toStdString())) {
            return tr("“%1” is no time to move a file by, such as 1.2s or -300us.").arg(text);
        }
    }
    for (const QLineEdit* field : {m_begin, m_end}) {
        const QString text = field->text().trimmed();
        if (!text.isEmpty() && !isTime(text.toStdString())) {
            return tr("“%1” is no time such as 1.25s, 300ms, 40us, 12ns or 4711t.").arg(text);
        }
    }
    return {};
}

query::TraceSelection OpenDialog::selection() const
{
    query::TraceSelection selection;
    if (!mistake().isEmpty()) {
        return selection;
    }
    for (int row = 0; row < m_files->rowCount(); ++row) {
        const std::string path = m_files->item(row, kPathColumn)->text().toStdString();
        selection.paths.push_back(path);
        const QString offset = m_files->item(row, kOffsetColumn)->text().trimmed();
        if (!offset.isEmpty()) {
            selection.offsets.push_back(*query::parseFileOffset(path + "=" + offset.toStdString()));
        }
    }
    selection.locations = m_locations->text().trimmed().toStdString();
    const QString begin = m_begin->text().trimmed();
    const QString end = m_end->text().trimmed();
    if (!begin.isEmpty() || !end.isEmpty()) {
        selection.window = (begin + QLatin1Char(':') + end).toStdString();
    }
    return selection;
}

void OpenDialog::update()
{
    const QString wrong = mistake();
    m_mistake->setText(wrong);
    m_open->setEnabled(wrong.isEmpty());
    m_remove->setEnabled(!m_files->selectedItems().isEmpty());
}

}  // namespace vellum::gui::shell
