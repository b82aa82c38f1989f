#pragma once

#include "gui/models/request_slot.h"

#include <QObject>
#include <QString>

#include <deque>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vellum::gui::models {

/// What tells functions apart that are shown under one name: the wrapper on the host and the kernel of the same name,
/// a step of a profiler on the host and the same on its device.
///
/// Exact    What their definitions tell, in this order: the kind, the paradigm, the line of the source, the
///          description (of a range its domain, of a CPU's time the thread). Where these are the same, on which side the first
///          visit is; that is asked for, of at most `kMostAsked` functions.
/// Threads  GUI thread.
class AlikeNames : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMostAsked = 64;

    AlikeNames(
        data::DataSource& source,
        std::shared_ptr<const data::Trace> trace,
        QObject* parent = nullptr);

    /// "kernel", "host"; empty where no other has the name, where nothing tells them apart, and until it is known.
    [[nodiscard]] QString note(RegionRef region) const;
    /// It is on the screen: what its definition does not tell is asked for.
    void want(RegionRef region);
    [[nodiscard]] bool isBusy() const { return m_slot.isBusy() || !m_wanted.empty(); }

signals:
    void changed();

private:
    void tellApart(const std::vector<const Region*>& alike);
    void askForNext();
    void take(const query::SearchHits& hits);

    std::shared_ptr<const data::Trace> m_trace;
    RequestSlot m_slot;  ///< where the first of `m_wanted` is
    std::unordered_map<RegionRef, QString> m_notes;
    std::unordered_set<RegionRef> m_open;  ///< their definitions do not tell them apart
    std::deque<RegionRef> m_wanted;
    std::size_t m_asked = 0;
};

}  // namespace vellum::gui::models
