#pragma once

#include "common/trace/refs.h"
#include "server/store/location_store.h"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

namespace vellum::server::import {

/// The stores of a trace's locations while several threads read them, from the first on as a rule.
///
/// Size     Those up to the highest that was asked for and some more: a trace may have a million locations,
///          and while they are read the reader gives up what it held of them.
/// Threads  `of` from any; the others when nobody asks any more.
class LocationStores {
public:
    explicit LocationStores(std::size_t count) : m_count(count) { m_stores.reserve(count); }

    [[nodiscard]] std::size_t count() const { return m_count; }
    /// Where it is for good; whoever asks for one owns it.
    [[nodiscard]] store::LocationStore& of(LocationIndex location);
    /// The first ones, among them all that were asked for.
    [[nodiscard]] std::span<const store::LocationStore> made() const { return m_stores; }
    /// All of them, in their order.
    [[nodiscard]] std::vector<store::LocationStore> take();

private:
    std::size_t m_count;
    std::vector<store::LocationStore> m_stores;  ///< never moves: there is room for all
    std::mutex m_making;
    std::atomic<std::size_t> m_made{0};  ///< how many there are
};

}  // namespace vellum::server::import
