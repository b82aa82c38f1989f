#include "tests/generate/random_archive.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace vellum::generate {

namespace {

constexpr OTF2_RmaWinRef kWindow = 0;
constexpr OTF2_IoHandleRef kHandle = 0;

/// What a location has entered and not left.
struct OpenVisit {
    bool isContext = false;
    std::uint32_t ref = 0;  ///< as written: a local region, or a calling context
};

/// A request that is under way.
struct Pending {
    MessageOperation operation;
    std::uint64_t request = 0;
};

/// Writes the records of one location: a random walk of the stack's depth, and between its steps
/// whatever else a location may record.
class LocationScript {
public:
    LocationScript(
        OTF2_EvtWriter* writer,
        const RandomPlan& plan,
        const PlannedLocation& location,
        const RandomOptions& options,
        RandomSource& random)
        : m_writer(writer)
        , m_plan(plan)
        , m_location(location)
        , m_options(options)
        , m_random(random)
        , m_time(plan.globalOffset + random.below(2'000))
        , m_attributes(OTF2_AttributeList_New())
    {
    }
    LocationScript(const LocationScript&) = delete;
    LocationScript& operator=(const LocationScript&) = delete;
    ~LocationScript() { OTF2_AttributeList_Delete(m_attributes); }

    void writeThread();
    void writeMetrics();
    [[nodiscard]] std::uint64_t time() const { return m_time; }

private:
    using Action = void (LocationScript::*)();

    OTF2_AttributeList* someAttributes();
    void advance();
    void drawTarget();
    void walk();
    void enter();
    void leave();
    void leaveWrongly();
    void message();
    void post(const MessageOperation& operation);
    void completeOne();
    void collective();
    void remoteMemory();
    void inputOutput();
    void metric();
    void parameter();
    void threads();
    void flushOrSwitch();
    void sample();
    void programBegin();
    void finish();

    OTF2_EvtWriter* m_writer;
    const RandomPlan& m_plan;
    const PlannedLocation& m_location;
    const RandomOptions& m_options;
    RandomSource& m_random;
    std::uint64_t m_time;
    OTF2_AttributeList* m_attributes;
    std::vector<OpenVisit> m_stack;
    std::size_t m_target = 3;
    std::size_t m_nextMessage = 0;
    std::uint64_t m_nextRequest = 0;
    std::vector<Pending> m_pending;
};

/// What one record in ten carries.
OTF2_AttributeList* LocationScript::someAttributes()
{
    if (!m_random.chance(10)) {
        return nullptr;
    }
    constexpr OTF2_StringRef kAnyString = 1;
    OTF2_AttributeList_AddUint64(m_attributes, 0, m_random.below(1ULL << 50U));
    if (m_random.chance(50)) {
        OTF2_AttributeList_AddInt32(
            m_attributes, 1, static_cast<std::int32_t>(m_random.between(-9, 9)));
        OTF2_AttributeList_AddLocationRef(m_attributes, 4, m_location.ref);
    }
    if (m_random.chance(50)) {
        const auto quarters = static_cast<double>(m_random.between(-1000, 1000));
        OTF2_AttributeList_AddDouble(m_attributes, 2, quarters / 4.0);
        OTF2_AttributeList_AddStringRef(m_attributes, 3, kAnyString);
    }
    return m_attributes;  // the writer empties it
}

void LocationScript::advance()
{
    const std::uint64_t dice = m_random.below(100);
    if (dice < 35) {
        return;  // equal time stamps are common, and visits without length with them
    }
    m_time += dice < 97 ? 1 + m_random.below(100) : m_random.below(20'000);
}

void LocationScript::drawTarget()
{
    m_target = static_cast<std::size_t>(m_random.below(8));
    if (m_random.chance(2)) {
        m_target = m_options.depth;
    }
}

void LocationScript::walk()
{
    // A dive to the greatest depth is not given up half-way.
    const bool dives = m_target == m_options.depth && m_stack.size() < m_target;
    if (!dives && (m_random.chance(2) || (m_stack.size() == m_target && m_random.chance(50)))) {
        drawTarget();
    }
    if (m_options.damage && m_random.chance(2)) {
        leaveWrongly();
    } else if (m_stack.size() < m_target) {
        enter();
    } else if (!m_stack.empty()) {
        leave();
    }
}

void LocationScript::enter()
{
    OpenVisit visit{
        .isContext = m_random.chance(15),
        .ref = static_cast<std::uint32_t>(m_random.below(m_plan.regions.size()))};
    if (!m_stack.empty() && m_random.chance(25)) {
        visit = m_stack.back();  // recursion
    }
    m_stack.push_back(visit);
    if (visit.isContext) {
        check(
            OTF2_EvtWriter_CallingContextEnter(m_writer, someAttributes(), m_time, visit.ref, 1),
            "enter");
    } else {
        check(OTF2_EvtWriter_Enter(m_writer, someAttributes(), m_time, visit.ref), "enter");
    }
}

void LocationScript::leave()
{
    const OpenVisit visit = m_stack.back();
    m_stack.pop_back();
    if (visit.isContext) {
        check(OTF2_EvtWriter_CallingContextLeave(m_writer, nullptr, m_time, visit.ref), "leave");
    } else {
        check(OTF2_EvtWriter_Leave(m_writer, someAttributes(), m_time, visit.ref), "leave");
    }
}

void LocationScript::leaveWrongly()
{
    if (m_stack.size() >= 2 && m_random.chance(50)) {
        const auto kept = 1 + static_cast<std::size_t>(m_random.below(m_stack.size() - 1));
        m_stack.resize(kept);  // forgets to leave those above
        leave();
        return;
    }
    const auto region = static_cast<OTF2_RegionRef>(m_random.below(m_plan.regions.size()));
    check(OTF2_EvtWriter_Leave(m_writer, nullptr, m_time, region), "leave");
}

void LocationScript::message()
{
    if (m_nextMessage < m_location.messages.size()) {
        post(m_location.messages[m_nextMessage++]);
    }
}

void LocationScript::post(const MessageOperation& operation)
{
    const auto& [isSend, blocking, cancelled, rank, comm, tag, bytes] = operation;
    if (isSend && blocking) {
        check(OTF2_EvtWriter_MpiSend(m_writer, nullptr, m_time, rank, comm, tag, bytes), "send");
        return;
    }
    if (blocking) {
        check(OTF2_EvtWriter_MpiRecv(m_writer, nullptr, m_time, rank, comm, tag, bytes), "recv");
        return;
    }
    const std::uint64_t request = m_nextRequest++;
    if (isSend) {
        check(
            OTF2_EvtWriter_MpiIsend(m_writer, nullptr, m_time, rank, comm, tag, bytes, request),
            "isend");
    } else if (m_random.chance(95)) {
        check(OTF2_EvtWriter_MpiIrecvRequest(m_writer, nullptr, m_time, request), "irecv request");
    }
    m_pending.push_back({.operation = operation, .request = request});
}

/// Requests complete in another order than they were posted in.
void LocationScript::completeOne()
{
    if (m_pending.empty()) {
        return;
    }
    const auto place = static_cast<std::ptrdiff_t>(m_random.below(m_pending.size()));
    const Pending done = m_pending[static_cast<std::size_t>(place)];
    m_pending.erase(m_pending.begin() + place);
    const MessageOperation& op = done.operation;
    if (op.cancelled) {
        check(
            OTF2_EvtWriter_MpiRequestCancelled(m_writer, nullptr, m_time, done.request), "cancel");
    } else if (op.isSend) {
        check(OTF2_EvtWriter_MpiIsendComplete(m_writer, nullptr, m_time, done.request), "complete");
    } else {
        check(
            OTF2_EvtWriter_MpiIrecv(
                m_writer, nullptr, m_time, op.rank, op.comm, op.tag, op.bytes, done.request),
            "irecv");
    }
}

void LocationScript::collective()
{
    const auto op = static_cast<OTF2_CollectiveOp>(m_random.below(OTF2_COLLECTIVE_OP_ALLREDUCE));
    const std::uint64_t bytes = m_random.below(4'096);
    if (m_random.chance(70)) {
        check(OTF2_EvtWriter_MpiCollectiveBegin(m_writer, nullptr, m_time), "collective");
        advance();
        check(
            OTF2_EvtWriter_MpiCollectiveEnd(m_writer, nullptr, m_time, op, 0, 0, bytes, bytes / 2),
            "collective");
        return;
    }
    const std::uint64_t request = m_nextRequest++;
    check(
        OTF2_EvtWriter_NonBlockingCollectiveRequest(m_writer, nullptr, m_time, request), "request");
    advance();
    check(
        OTF2_EvtWriter_NonBlockingCollectiveComplete(
            m_writer, nullptr, m_time, op, 0, 0, bytes, bytes, request),
        "collective");
}

void LocationScript::remoteMemory()
{
    const auto rank = static_cast<std::uint32_t>(m_random.below(m_plan.processes));
    const std::uint64_t bytes = m_random.chance(20) ? 0 : m_random.below(1U << 20U);
    const std::uint64_t id = m_nextRequest++;
    switch (m_random.below(3)) {
    case 0:
        check(OTF2_EvtWriter_RmaPut(m_writer, nullptr, m_time, kWindow, rank, bytes, id), "put");
        break;
    case 1:
        check(OTF2_EvtWriter_RmaGet(m_writer, nullptr, m_time, kWindow, rank, bytes, id), "get");
        break;
    default:
        check(
            OTF2_EvtWriter_RmaAtomic(
                m_writer, nullptr, m_time, kWindow, rank, OTF2_RMA_ATOMIC_TYPE_SWAP, 8, bytes, id),
            "atomic");
    }
    advance();
    check(OTF2_EvtWriter_RmaOpCompleteBlocking(m_writer, nullptr, m_time, kWindow, id), "complete");
}

void LocationScript::inputOutput()
{
    const std::uint64_t bytes = m_random.below(1U << 16U);
    const std::uint64_t id = m_nextRequest++;
    check(
        OTF2_EvtWriter_IoOperationBegin(
            m_writer,
            nullptr,
            m_time,
            kHandle,
            m_random.chance(50) ? OTF2_IO_OPERATION_MODE_READ : OTF2_IO_OPERATION_MODE_WRITE,
            OTF2_IO_OPERATION_FLAG_NONE,
            bytes,
            id),
        "i/o");
    if (m_random.chance(90)) {
        advance();
        check(
            OTF2_EvtWriter_IoOperationComplete(m_writer, nullptr, m_time, kHandle, bytes / 2, id),
            "i/o");
    }
}

void LocationScript::metric()
{
    const std::array<OTF2_Type, 3> types = {OTF2_TYPE_INT64, OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE};
    std::array<OTF2_MetricValue, 3> values{};
    values[0].signed_int = m_random.between(-1'000, 1'000);
    values[1].unsigned_int = m_random.below(1'000'000);
    values[2].floating_point = static_cast<double>(m_random.below(1'000)) / 8.0;
    check(
        OTF2_EvtWriter_Metric(
            m_writer, nullptr, m_time, kSyncMetric, 3, types.data(), values.data()),
        "metric");
}

void LocationScript::parameter()
{
    check(OTF2_EvtWriter_ParameterInt(m_writer, someAttributes(), m_time, 0, -7), "parameter");
    check(OTF2_EvtWriter_ParameterString(m_writer, nullptr, m_time, 1, 0), "parameter");
}

void LocationScript::threads()
{
    check(OTF2_EvtWriter_ThreadFork(m_writer, nullptr, m_time, OTF2_PARADIGM_OPENMP, 4), "fork");
    check(OTF2_EvtWriter_ThreadTeamBegin(m_writer, nullptr, m_time, 0), "team");
    advance();
    check(OTF2_EvtWriter_ThreadTeamEnd(m_writer, nullptr, m_time, 0), "team");
    check(OTF2_EvtWriter_ThreadJoin(m_writer, nullptr, m_time, OTF2_PARADIGM_OPENMP), "join");
}

void LocationScript::flushOrSwitch()
{
    if (m_random.chance(50)) {
        check(OTF2_EvtWriter_BufferFlush(m_writer, nullptr, m_time, m_time + 50), "flush");
        return;
    }
    check(OTF2_EvtWriter_MeasurementOnOff(m_writer, nullptr, m_time, OTF2_MEASUREMENT_OFF), "off");
    advance();
    check(OTF2_EvtWriter_MeasurementOnOff(m_writer, nullptr, m_time, OTF2_MEASUREMENT_ON), "on");
}

void LocationScript::sample()
{
    const auto context = static_cast<OTF2_CallingContextRef>(m_random.below(m_plan.regions.size()));
    check(OTF2_EvtWriter_CallingContextSample(m_writer, nullptr, m_time, context, 1, 0), "sample");
}

void LocationScript::programBegin()
{
    if (m_location.part == Part::Thread && m_random.chance(60)) {
        check(OTF2_EvtWriter_ProgramBegin(m_writer, nullptr, m_time, 0, 0, nullptr), "program");
    }
}

/// Leaves what is open and completes what is pending; with damage, not all of it.
void LocationScript::finish()
{
    while (m_nextMessage < m_location.messages.size()) {
        advance();
        message();
    }
    while (!m_pending.empty()) {
        advance();
        completeOne();
    }
    if (m_options.damage && m_random.chance(30)) {
        return;
    }
    while (!m_stack.empty()) {
        advance();
        leave();
    }
    if (m_location.part == Part::Thread && m_random.chance(60)) {
        check(OTF2_EvtWriter_ProgramEnd(m_writer, nullptr, m_time, 0), "program");
    }
}

void LocationScript::writeThread()
{
    static constexpr std::array<Action, 12> kRare = {
        &LocationScript::message,
        &LocationScript::message,
        &LocationScript::message,
        &LocationScript::completeOne,
        &LocationScript::completeOne,
        &LocationScript::collective,
        &LocationScript::remoteMemory,
        &LocationScript::inputOutput,
        &LocationScript::metric,
        &LocationScript::parameter,
        &LocationScript::threads,
        &LocationScript::flushOrSwitch};
    programBegin();
    const std::uint64_t steps = m_options.events / 2 + m_random.below(m_options.events);
    for (std::uint64_t i = 0; i < steps; ++i) {
        advance();
        if (m_random.chance(70)) {
            walk();
        } else if (m_random.chance(5)) {
            sample();
        } else {
            (this->*kRare[static_cast<std::size_t>(m_random.below(kRare.size()))])();
        }
    }
    finish();
}

void LocationScript::writeMetrics()
{
    const std::array<OTF2_Type, 2> types = {OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE};
    for (std::uint64_t i = 0, count = 1 + m_random.below(m_options.events); i < count; ++i) {
        advance();
        std::array<OTF2_MetricValue, 2> values{};
        values[0].unsigned_int = i;
        values[1].floating_point = static_cast<double>(i) / 4.0;
        check(
            OTF2_EvtWriter_Metric(
                m_writer, nullptr, m_time, kAsyncMetric, 2, types.data(), values.data()),
            "metric");
    }
}

}  // namespace

void writeRandomLocation(
    ArchiveWriter& archive,
    const RandomPlan& plan,
    PlannedLocation& location,
    const RandomOptions& options,
    RandomSource& random)
{
    OTF2_EvtWriter* writer = archive.openEvents(location.ref);
    LocationScript script(writer, plan, location, options, random);
    if (location.part == Part::MetricOnly) {
        script.writeMetrics();
    } else if (location.part != Part::Empty) {
        script.writeThread();
    }
    location.lastTime = location.part == Part::Empty ? 0 : script.time();
    location.written = archive.closeEvents(writer);
}

}  // namespace vellum::generate
