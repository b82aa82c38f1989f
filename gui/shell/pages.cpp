#include "gui/shell/pages.h"

#include "gui/shell/trace_tab.h"
#include "gui/theme/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QVBoxLayout>

#include <utility>

namespace vellum::gui::shell {

namespace {

constexpr int kColumnPx = 640;

/// \param pattern  with %1 for \p name, which is cut in its middle where a line has no room for it
QLabel* makeTitle(const QString& pattern, const QString& name = {})
{
    auto* label = new QLabel;
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * 1.5);
    font.setBold(true);
    label->setFont(font);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    constexpr int kRoomPx = kColumnPx - 40;  // less than is left between margins
    const QString shown = label->fontMetrics().elidedText(name, Qt::ElideMiddle, kRoomPx);
    label->setText(name.isEmpty() ? pattern : pattern.arg(shown));
    label->setToolTip(shown == name ? QString() : name.toHtmlEscaped());
    return label;
}

QLabel* makeText(const QString& text)
{
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// A column of limited width in the middle of the page.
QVBoxLayout* makeColumn(QWidget* page)
{
    auto* outer = new QHBoxLayout(page);
    auto* column = new QWidget;
    column->setMaximumWidth(kColumnPx);
    auto* layout = new QVBoxLayout(column);
    layout->setSpacing(12);
    outer->addStretch(1);
    outer->addWidget(column, 4);
    outer->addStretch(1);
    return layout;
}

/// Its text begins at the left. Painted by hand: a style sheet keeps the colours of the theme it was made in.
class PathButton : public QPushButton {
public:
    using QPushButton::QPushButton;

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QStylePainter painter(this);
        QStyleOptionButton option;
        initStyleOption(&option);
        const QString text = std::exchange(option.text, QString());
        painter.drawControl(QStyle::CE_PushButton, option);
        painter.drawItemText(
            rect().adjusted(kMarginPx, 0, -kMarginPx, 0),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic,
            palette(),
            isEnabled(),
            text,
            QPalette::ButtonText);
    }

private:
    static constexpr int kMarginPx = 8;
};

}  // namespace

// ---- Start ----------------------------------------------------------------------------------

StartPage::StartPage(QWidget* parent) : QWidget(parent), m_recent(new QVBoxLayout)
{
    auto* column = makeColumn(this);
    column->addStretch(2);
    column->addWidget(makeTitle(tr("Vellum")));
    column->addWidget(makeText(tr(
        "Open a trace, or drop one here: an OTF2 archive, a PyTorch profile (JSON) or an Nsight Systems export (SQLite).")));
    auto* buttons = new QHBoxLayout;
    const auto add = [&](const QString& text, auto signal) {
        auto* button = new QPushButton(text);
        connect(button, &QPushButton::clicked, this, signal);
        buttons->addWidget(button);
    };
    add(tr("&Open…"), &StartPage::openRequested);
    add(tr("Open &folder…"), &StartPage::openFolderRequested);
    add(tr("&Connect…"), &StartPage::connectRequested);
    add(tr("&Record a program…"), &StartPage::recordHelpRequested);
    buttons->addStretch(1);
    column->addLayout(buttons);
    m_recent->setSpacing(4);
    column->addSpacing(12);
    column->addLayout(m_recent);
    column->addStretch(3);
}

void StartPage::setRecent(const QStringList& paths)
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (paths.isEmpty()) {
        return;
    }
    auto* title = new QLabel(tr("Recent traces"));
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    m_recent->addWidget(title);
    for (const QString& path : paths) {
        const QFileInfo file(path);
        const QString text = QStringLiteral("%1   %2").arg(TraceTab::titleOf(path), file.path());
        auto* link = new PathButton;
        constexpr int kRoomPx = kColumnPx - 48;  // less than is left between margins
        link->setText(link->fontMetrics()
                          .elidedText(text, Qt::ElideMiddle, kRoomPx)
                          .replace(QLatin1Char('&'), QStringLiteral("&&")));
        link->setFlat(true);
        link->setCursor(Qt::PointingHandCursor);
        link->setEnabled(file.exists());
        link->setToolTip(file.exists() ? path : tr("%1 is not there any more").arg(path));
        connect(link, &QPushButton::clicked, this, [this, path] { emit pathRequested(path); });
        m_recent->addWidget(link);
    }
}

// ---- Loading --------------------------------------------------------------------------------

LoadingPage::LoadingPage(const QString& title, const QString& path, QWidget* parent)
    : QWidget(parent)
    , m_figures(new QLabel(tr("Starting…")))
    , m_bar(new QProgressBar)
    , m_cancel(new QPushButton(tr("Cancel")))
{
    auto* column = makeColumn(this);
    column->addStretch(2);
    column->addWidget(makeTitle(tr("Reading %1"), title));
    column->addWidget(makeText(path));
    m_bar->setRange(0, 0);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("How much of the trace has been read"));
    column->addWidget(m_bar);
    auto* line = new QHBoxLayout;
    line->addWidget(m_figures, 1);
    m_cancel->setToolTip(tr("Stops reading and keeps what was read so far"));
    line->addWidget(m_cancel);
    column->addLayout(line);
    column->addStretch(3);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_cancel->setEnabled(false);
        m_figures->setText(tr("Stopping…"));
        emit cancelRequested();
    });
}

void LoadingPage::setProgress(const data::OpenProgress& progress)
{
    if (!m_cancel->isEnabled()) {
        return;
    }
    const QLocale locale(QLocale::English);
    constexpr int kSteps = 1'000;
    if (progress.bytesTotal > 0) {
        const double share =
            static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal);
        m_bar->setRange(0, kSteps);
        m_bar->setValue(static_cast<int>(share * kSteps));
    }
    m_figures->setText(tr("%1 of %2 · %3 events · %4 of %5 locations")
                           .arg(
                               locale.formattedDataSize(static_cast<qint64>(progress.bytesDone)),
                               locale.formattedDataSize(static_cast<qint64>(progress.bytesTotal)),
                               locale.toString(static_cast<qulonglong>(progress.eventsRead)),
                               locale.toString(static_cast<qulonglong>(progress.locationsDone)),
                               locale.toString(static_cast<qulonglong>(progress.locationsTotal))));
}

// ---- Failure --------------------------------------------------------------------------------

FailurePage::FailurePage(const QString& title, const Error& error, QWidget* parent)
    : QWidget(parent)
    , m_sentence(QString::fromStdString(error.message))
{
    auto* column = makeColumn(this);
    column->addStretch(2);
    column->addWidget(makeTitle(tr("%1 cannot be opened"), title));
    QString sentence = m_sentence;
    if (!sentence.isEmpty()) {
        sentence[0] = sentence[0].toUpper();
    }
    auto* text = makeText(sentence + QLatin1Char('.'));
    text->setTextFormat(Qt::PlainText);
    column->addWidget(text);
    // What this version cannot read it cannot read the second time either.
    if (error.kind != ErrorKind::InvalidArgument) {
        auto* line = new QHBoxLayout;
        auto* retry = new QPushButton(tr("Try again"));
        connect(retry, &QPushButton::clicked, this, &FailurePage::retryRequested);
        line->addWidget(retry);
        line->addStretch(1);
        column->addLayout(line);
    }
    column->addStretch(3);
}

// ---- Notice ---------------------------------------------------------------------------------

NoticeBar::NoticeBar(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel)
    , m_action(new QPushButton)
    , m_close(new QPushButton(tr("Close")))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 4);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    layout->addWidget(m_close);
    connect(m_action, &QPushButton::clicked, this, &NoticeBar::actionRequested);
    connect(m_close, &QPushButton::clicked, this, &QWidget::hide);
    hide();
}

void NoticeBar::show(const QString& sentence, const QString& action, bool isError)
{
    m_text->setText(sentence);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    m_action->setEnabled(true);
    // What asks for an action lasts; closed, it would take the way out with it.
    m_close->setVisible(action.isEmpty());
    m_isError = isError;
    setAccessibleName(sentence);
    QWidget::show();
    update();
}

QString NoticeBar::sentence() const
{
    return isHidden() ? QString() : m_text->text();
}

void NoticeBar::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& theme = theme::currentTheme();
    QPainter painter(this);
    QColor ground = m_isError ? theme.error : theme.refining;
    ground.setAlphaF(0.16F);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(rect(), ground);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
    painter.fillRect(0, 0, 3, height(), m_isError ? theme.error : theme.refining);
}

}  // namespace vellum::gui::shell
