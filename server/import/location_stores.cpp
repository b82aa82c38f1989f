#include "server/import/location_stores.h"

#include <algorithm>
#include <utility>

namespace vellum::server::import {

store::LocationStore& LocationStores::of(LocationIndex location)
{
    constexpr std::size_t kAtOnce = 1024;
    const std::size_t place = location.value();
    if (place >= m_made) {
        const std::scoped_lock lock(m_making);
        if (place >= m_made) {
            m_stores.resize(std::min(place + kAtOnce, m_count));
            m_made = m_stores.size();
        }
    }
    return m_stores.data()[place];  // its size may be changing meanwhile, its begin is not
}

std::vector<store::LocationStore> LocationStores::take()
{
    m_stores.resize(m_count);
    m_made = 0;
    return std::exchange(m_stores, {});
}

}  // namespace vellum::server::import
