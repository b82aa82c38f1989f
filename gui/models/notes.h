#pragma once

#include "common/query/answers.h"
#include "gui/models/view_history.h"

#include <QObject>
#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace vellum::gui::models {

/// What the user wrote on a time, or on an instant.
struct Note {
    TickRange range;  ///< empty: an instant
    QString text;

    friend bool operator==(const Note&, const Note&) = default;
};

/// A view to come back to: time, folded rows, heights, pinned rows; filters are not part of it.
struct Bookmark {
    TickRange range;
    std::set<std::uint64_t> folded;
    std::vector<std::uint64_t> pinned;
    int rowHeightPercent = 100;
    bool fitsRows = false;
    std::optional<std::pair<std::uint64_t, std::uint64_t>> fitted{};  ///< as in ViewState

    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

/// Notes and bookmarks of one trace, kept in a file of the user's.
///
/// Errors   A file that cannot be read is left alone under another name, and `errorText` says so; one that
///          cannot be written is said too. What is in memory counts.
/// Threads  GUI thread; the file is small and read once.
class Notes : public QObject {
    Q_OBJECT

public:
    static constexpr int kBookmarks = 10;

    /// \param file  need not exist; its folder is made when something is kept
    explicit Notes(QString file, QObject* parent = nullptr);

    /// A name for the file of a trace: the same for the same path and contents.
    [[nodiscard]] static QString fileNameOf(const QString& path, const query::TraceInfo& info);
    /// The same for the same contents, wherever they lie.
    [[nodiscard]] static QString identityOf(const query::TraceInfo& info);

    [[nodiscard]] const std::vector<Note>& notes() const { return m_notes; }
    void add(const Note& note);
    void change(std::size_t place, const QString& text);
    void remove(std::size_t place);

    [[nodiscard]] const std::optional<Bookmark>& bookmark(int number) const;
    void setBookmark(int number, const Bookmark& bookmark);

    [[nodiscard]] const QString& errorText() const { return m_error; }

signals:
    void changed();

private:
    void read();
    void write();

    QString m_file;
    std::vector<Note> m_notes;  ///< by begin
    std::array<std::optional<Bookmark>, kBookmarks> m_bookmarks;
    QString m_error;
};

}  // namespace vellum::gui::models
