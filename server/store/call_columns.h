#pragma once

namespace vellum::server::store {

/// Every column of the calls of a location but the least depths, in the order in which a shard has them.
///
/// \param calls  a CallStream, to read or to fill
/// \param use    called with each column
template <typename Calls, typename Use>
void forEachCallColumn(Calls& calls, const Use& use)
{
    use(calls.time.base);
    use(calls.time.narrow);
    use(calls.time.wide);
    use(calls.narrowNode);
    use(calls.wideNode);
    use(calls.paths.parent.bytes());
    use(calls.paths.regions);
    use(calls.paths.place.bytes());
    use(calls.paths.depth.bytes());
}

/// Every column of the other records of a location, likewise.
///
/// \param records  a RecordTable
template <typename Records, typename Use>
void forEachRecordColumn(Records& records, const Use& use)
{
    use(records.event);
    use(records.time.base);
    use(records.time.narrow);
    use(records.time.wide);
    use(records.kind);
    use(records.payloadBegin);
    use(records.payload);
}

}  // namespace vellum::server::store
