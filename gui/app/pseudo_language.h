#pragma once

#include <QString>
#include <QTranslator>

namespace vellum::gui::app {

/// A language for tests: English with accents, a third longer and in brackets, "⟦Ƶööm ïñ ···⟧". A text without brackets
/// was forgotten by who wrote it; a text whose end cannot be seen has too little room.
class PseudoLanguage : public QTranslator {
public:
    using QTranslator::QTranslator;

    /// \p text in this language. Kept as they are: %1, %n, what stands between < and >, entities, the letter behind &,
    /// options (--offset) and patterns of files (*.json).
    [[nodiscard]] static QString of(const QString& text);

    [[nodiscard]] QString translate(
        const char* context,
        const char* text,
        const char* disambiguation = nullptr,
        int count = -1) const override;
    [[nodiscard]] bool isEmpty() const override { return false; }
};

}  // namespace vellum::gui::app
