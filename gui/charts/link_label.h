#pragma once

#include <QLabel>

namespace vellum::gui::charts {

/// Text with links. Qt fixes their colour when the text is read: it is read again after a change of
/// the palette, so that links have the colour of the theme.
class LinkLabel : public QLabel {
    Q_OBJECT

public:
    using QLabel::QLabel;

protected:
    void changeEvent(QEvent* event) override;
};

}  // namespace vellum::gui::charts
