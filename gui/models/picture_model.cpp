#include "gui/models/picture_model.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace vellum::gui::models {

namespace {

/// The window and the columns of an answer that has them.
std::optional<Picture> pictureOf(const std::shared_ptr<const query::Answer>& answer)
{
    if (!answer) {
        return std::nullopt;
    }
    return std::visit(
        [&](const auto& one) -> std::optional<Picture> {
            if constexpr (requires { one.window; }) {
                Picture picture{.answer = answer, .window = one.window};
                if constexpr (requires { one.columns; }) {
                    picture.columns = one.columns;
                }
                return picture;
            } else {
                return std::nullopt;
            }
        },
        *answer);
}

}  // namespace

PictureModel::PictureModel(
    data::DataSource& source, data::TraceId trace, const ViewHistory& view, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_slot(source, trace)
{
    m_slot.setHandler([this](const auto& answer, const Error& error) { onAnswer(answer, error); });
    m_slot.setProvisionalHandler([this](const auto& answer) { onProvisional(answer); });
    m_askSoon.setSingleShot(true);
    m_askSoon.setInterval(0);
    connect(&m_askSoon, &QTimer::timeout, this, &PictureModel::ask);
    connect(&view, &ViewHistory::changed, this, &PictureModel::onView);
}

void PictureModel::setQuestion(Question question)
{
    m_question = std::move(question);
    m_slot.reset();
    m_picture.reset();
    m_whole.reset();
    ++m_answers;
    scheduleAsking();
}

void PictureModel::setColumns(int columns)
{
    if (columns != m_columns) {
        m_columns = columns;
        scheduleAsking();
    }
}

void PictureModel::refresh()
{
    m_slot.reset();
    m_isStale = true;
    scheduleAsking();
}

const Picture* PictureModel::widest() const
{
    return m_picture && (!m_whole || showsMost(m_picture->window, m_view.range())) ? picture()
                                                                                   : whole();
}

std::uint32_t PictureModel::columnsWanted() const
{
    return static_cast<std::uint32_t>(std::min<Tick>(m_columns, m_view.range().length()));
}

bool PictureModel::isCurrent() const
{
    return m_picture && !m_picture->isProvisional && !m_isStale && m_wanted
           && m_picture->request == *m_wanted;
}

Exactness PictureModel::exactness() const
{
    if (!m_errorText.isEmpty()) {
        return Exactness::Failed;
    }
    if (m_columns <= 0 || m_askSoon.isActive() || m_slot.isBusy()) {
        return Exactness::Refining;
    }
    return !m_wanted || isCurrent() ? Exactness::Exact : Exactness::Refining;
}

void PictureModel::onView()
{
    if (m_view.state().filters != m_filters) {
        m_filters = m_view.state().filters;
        m_whole.reset();  // of other locations
        ++m_answers;
    }
    scheduleAsking();
}

void PictureModel::scheduleAsking()
{
    m_errorText.clear();
    m_askSoon.start();
    emit changed();
}

void PictureModel::ask()
{
    if (m_columns <= 0 || !m_question) {
        return;
    }
    m_wanted = m_question(m_view.range(), columnsWanted());
    if (!m_wanted) {
        m_slot.reset();
        m_answers += m_picture || m_whole ? 1U : 0U;
        m_picture.reset();
        m_whole.reset();
    } else if (!isCurrent()) {
        m_slot.ask(*m_wanted, !m_picture);
    }
    emit changed();
}

void PictureModel::onProvisional(const std::shared_ptr<const query::Answer>& answer)
{
    auto picture = m_picture ? std::nullopt : pictureOf(answer);
    if (!picture) {
        return;  // what is shown is stretched until the exact one is there
    }
    picture->request = m_slot.asked();
    picture->isProvisional = true;
    if (picture->window == m_view.whole() && !m_whole) {
        m_whole = picture;
    }
    m_picture = std::move(picture);
    ++m_answers;
    emit changed();
}

void PictureModel::onAnswer(const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    auto picture = pictureOf(answer);
    if (!picture) {
        // A newer question that waited is under way by now: its answer decides.
        if (!m_slot.isBusy() && error.kind != ErrorKind::Cancelled) {
            m_errorText = QString::fromStdString(error.message);
        }
        emit changed();
        return;
    }
    m_isStale = false;
    picture->request = m_slot.answered();
    if (picture->window == m_view.whole()) {
        m_whole = picture;
    }
    m_picture = std::move(picture);
    ++m_answers;
    ask();
}

}  // namespace vellum::gui::models
