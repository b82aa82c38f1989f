#include "gui/shell/connect_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace vellum::gui::shell {

ConnectDialog::ConnectDialog(SourceFactory makeSource, QWidget* parent)
    : QDialog(parent)
    , m_makeSource(std::move(makeSource))
    , m_edit(new QLineEdit)
    , m_error(new QLabel)
{
    constexpr int kWidthPx = 520;  // the title has room, and so has a path
    setWindowTitle(tr("Connect to a server"));
    setMinimumWidth(kWidthPx);
    m_error->setWordWrap(true);
    m_error->setTextFormat(Qt::PlainText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_connect = buttons->addButton(tr("&Connect"), QDialogButtonBox::AcceptRole);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(
        new QLabel(tr("URL that vellum-server printed, or the path of its connection file.\n"
                      "A new window opens for it:")));
    layout->addWidget(m_edit);
    layout->addWidget(m_error);
    layout->addStretch(1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &ConnectDialog::connectNow);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

ConnectDialog::~ConnectDialog() = default;

void ConnectDialog::tryServer(const QString& url)
{
    m_edit->setText(url);
    connectNow();
}

QString ConnectDialog::errorText() const
{
    return m_source ? QString() : m_error->text();
}

void ConnectDialog::connectNow()
{
    const QString url = m_edit->text().trimmed();
    if (url.isEmpty() || m_source) {
        return;
    }
    m_error->setForegroundRole(QPalette::PlaceholderText);
    m_error->setText(tr("Connecting…"));
    m_connect->setEnabled(false);
    m_edit->setEnabled(false);
    m_source = m_makeSource(url);
    // Handled later: a source must not be deleted while it speaks.
    connect(
        m_source.get(),
        &data::DataSource::described,
        this,
        &ConnectDialog::onFound,
        Qt::QueuedConnection);
    connect(m_source.get(), &data::DataSource::lost, this, &ConnectDialog::onLost);
}

void ConnectDialog::onFound()
{
    m_source.reset();
    emit serverFound(m_edit->text().trimmed());
    accept();
}

void ConnectDialog::onLost(const Error& reason)
{
    m_source.release()->deleteLater();
    m_error->setForegroundRole(QPalette::BrightText);
    m_error->setText(QString::fromStdString(reason.message));
    m_connect->setEnabled(true);
    m_edit->setEnabled(true);
    m_edit->setFocus();
    m_edit->selectAll();
}

}  // namespace vellum::gui::shell
