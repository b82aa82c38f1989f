#pragma once

#include "gui/painters/timeline_painter.h"

#include <QFont>
#include <QFontInfo>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QRect>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

/// Lets a painter speak device pixels, so that one unit is one pixel of the screen whatever its
/// scale: columns of an answer are pixels, and lines are never blurred.
class DevicePixels {
public:
    DevicePixels(QPainter& painter, const QPaintDevice& device)
        : m_ratio(device.devicePixelRatioF())
    {
        painter.scale(1 / m_ratio, 1 / m_ratio);
    }
    /// For a painter that speaks them already.
    explicit DevicePixels(double ratio) : m_ratio(ratio) {}

    [[nodiscard]] double ratio() const { return m_ratio; }
    [[nodiscard]] int of(double logical) const
    {
        return static_cast<int>(std::lround(logical * m_ratio));
    }
    [[nodiscard]] QRect rect(const QRect& logical) const
    {
        const int left = of(logical.left());
        const int top = of(logical.top());
        return {
            left,
            top,
            of(logical.left() + logical.width()) - left,
            of(logical.top() + logical.height()) - top};
    }

    /// \p base, \p size times as large, measured in device pixels.
    [[nodiscard]] QFont font(const QFont& base, double size = 1.0) const
    {
        QFont result = base;
        result.setPixelSize(std::max(
            1, static_cast<int>(std::lround(QFontInfo(base).pixelSize() * size * m_ratio))));
        return result;
    }

private:
    double m_ratio;
};

/// Whether what is painted by \p painter is to be sharper than the pixels of \p screen: shapes and letters, or
/// an image with more of them.
[[nodiscard]] inline bool isFinerThan(const QPainter& painter, const QPaintDevice& screen)
{
    const QPaintDevice* device = painter.paintEngine()->paintDevice();
    return painters::isVector(painter) || device->devicePixelRatioF() > screen.devicePixelRatioF();
}

}  // namespace vellum::gui::charts
