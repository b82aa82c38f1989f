// What Otf2Archive writes of regions: what the format calls each kind of them.
#include "collector/writer/otf2_archive_state.h"

#include <string>

namespace vellum::collector::writer {

namespace {

OTF2_RegionRole roleOf(openmp::Construct construct)
{
    using openmp::Construct;
    switch (construct) {
    case Construct::Parallel:
        return OTF2_REGION_ROLE_PARALLEL;
    case Construct::Loop:
    case Construct::Distribute:
    case Construct::Taskloop:
        return OTF2_REGION_ROLE_LOOP;
    case Construct::Sections:
        return OTF2_REGION_ROLE_SECTIONS;
    case Construct::Single:
        return OTF2_REGION_ROLE_SINGLE;
    case Construct::Workshare:
    case Construct::Scope:
        return OTF2_REGION_ROLE_WORKSHARE;
    case Construct::Masked:
        return OTF2_REGION_ROLE_MASTER;
    case Construct::Barrier:
        return OTF2_REGION_ROLE_BARRIER;
    case Construct::ImplicitBarrier:
        return OTF2_REGION_ROLE_IMPLICIT_BARRIER;
    case Construct::Taskwait:
    case Construct::TaskgroupWait:
        return OTF2_REGION_ROLE_TASK_WAIT;
    case Construct::Taskgroup:
        return OTF2_REGION_ROLE_CODE;
    case Construct::Critical:
        return OTF2_REGION_ROLE_CRITICAL;
    case Construct::CriticalBlock:
        return OTF2_REGION_ROLE_CRITICAL_SBLOCK;
    case Construct::Atomic:
        return OTF2_REGION_ROLE_ATOMIC;
    case Construct::Ordered:
        return OTF2_REGION_ROLE_ORDERED;
    case Construct::OrderedBlock:
        return OTF2_REGION_ROLE_ORDERED_SBLOCK;
    case Construct::SetLock:
    case Construct::SetNestLock:
        return OTF2_REGION_ROLE_WRAPPER;
    case Construct::Task:
        return OTF2_REGION_ROLE_TASK;
    }
    return OTF2_REGION_ROLE_UNKNOWN;
}

struct RoleAndParadigm {
    OTF2_RegionRole role;
    OTF2_Paradigm paradigm;
};

RoleAndParadigm describe(const Otf2Archive::Region& region)
{
    switch (region.kind) {
    case Otf2Archive::RegionKind::Function:
        break;
    case Otf2Archive::RegionKind::OpenMp:
        return {roleOf(region.construct), OTF2_PARADIGM_OPENMP};
    case Otf2Archive::RegionKind::User:
    case Otf2Archive::RegionKind::Range:
        return {OTF2_REGION_ROLE_CODE, OTF2_PARADIGM_USER};
    case Otf2Archive::RegionKind::PythonFunction:
        return {OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER};
    case Otf2Archive::RegionKind::Sampled:
        return {OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_SAMPLING};
    case Otf2Archive::RegionKind::CutStack:
    case Otf2Archive::RegionKind::OffCpu:
        return {OTF2_REGION_ROLE_ARTIFICIAL, OTF2_PARADIGM_SAMPLING};
    case Otf2Archive::RegionKind::Flush:
        return {OTF2_REGION_ROLE_ARTIFICIAL, OTF2_PARADIGM_MEASUREMENT_SYSTEM};
    case Otf2Archive::RegionKind::ThreadCreate:
        return {OTF2_REGION_ROLE_THREAD_CREATE, OTF2_PARADIGM_PTHREAD};
    case Otf2Archive::RegionKind::ThreadWait:
        return {OTF2_REGION_ROLE_THREAD_WAIT, OTF2_PARADIGM_PTHREAD};
    case Otf2Archive::RegionKind::
        ThreadLock:  // no role is for locks; to wait for a thread is to wait for its end
        return {OTF2_REGION_ROLE_WRAPPER, OTF2_PARADIGM_PTHREAD};
    case Otf2Archive::RegionKind::Barrier:
        return {OTF2_REGION_ROLE_BARRIER, OTF2_PARADIGM_PTHREAD};
    case Otf2Archive::RegionKind::DeviceApi:
        return {OTF2_REGION_ROLE_WRAPPER, OTF2_PARADIGM_CUDA};
    case Otf2Archive::RegionKind::DeviceKernel:
    case Otf2Archive::RegionKind::DeviceEvent:
        return {OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_CUDA};
    case Otf2Archive::RegionKind::DeviceCopy:
        return {OTF2_REGION_ROLE_DATA_TRANSFER, OTF2_PARADIGM_CUDA};
    case Otf2Archive::RegionKind::DeviceWait:
        return {OTF2_REGION_ROLE_TASK_WAIT, OTF2_PARADIGM_CUDA};
    case Otf2Archive::RegionKind::DeviceOverhead:
        return {OTF2_REGION_ROLE_ARTIFICIAL, OTF2_PARADIGM_MEASUREMENT_SYSTEM};
    case Otf2Archive::RegionKind::MpiOther:
        return {OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_MPI};
    case Otf2Archive::RegionKind::MpiPointToPoint:
        return {OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI};
    case Otf2Archive::RegionKind::MpiBarrier:
        return {OTF2_REGION_ROLE_BARRIER, OTF2_PARADIGM_MPI};
    case Otf2Archive::RegionKind::MpiOneToAll:
        return {OTF2_REGION_ROLE_COLL_ONE2ALL, OTF2_PARADIGM_MPI};
    case Otf2Archive::RegionKind::MpiAllToOne:
        return {OTF2_REGION_ROLE_COLL_ALL2ONE, OTF2_PARADIGM_MPI};
    case Otf2Archive::RegionKind::MpiAllToAll:
        return {OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_PARADIGM_MPI};
    case Otf2Archive::RegionKind::MpiCollective:
        return {OTF2_REGION_ROLE_COLL_OTHER, OTF2_PARADIGM_MPI};
    case Otf2Archive::RegionKind::MpiOneSided:
        return {OTF2_REGION_ROLE_RMA, OTF2_PARADIGM_MPI};
    case Otf2Archive::RegionKind::MpiFile:
        return {OTF2_REGION_ROLE_FILE_IO, OTF2_PARADIGM_MPI};
    case Otf2Archive::RegionKind::MpiFileMetadata:
        return {OTF2_REGION_ROLE_FILE_IO_METADATA, OTF2_PARADIGM_MPI};
    case Otf2Archive::RegionKind::FileIo:  // regions have no paradigm of input and output
        return {OTF2_REGION_ROLE_FILE_IO, OTF2_PARADIGM_NONE};
    case Otf2Archive::RegionKind::FileMetadata:
        return {OTF2_REGION_ROLE_FILE_IO_METADATA, OTF2_PARADIGM_NONE};
    case Otf2Archive::RegionKind::Allocate:
        return {OTF2_REGION_ROLE_ALLOCATE, OTF2_PARADIGM_NONE};
    case Otf2Archive::RegionKind::Reallocate:
        return {OTF2_REGION_ROLE_REALLOCATE, OTF2_PARADIGM_NONE};
    case Otf2Archive::RegionKind::Deallocate:
        return {OTF2_REGION_ROLE_DEALLOCATE, OTF2_PARADIGM_NONE};
    }
    return {OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_COMPILER};
}

}  // namespace

void Otf2Archive::defineRegion(RegionRef self, const Region& region)
{
    State& state = *m_state;
    if (!state.isOk()) {
        return;
    }
    const RoleAndParadigm meaning = describe(region);
    const std::string& canonical =
        region.canonicalName.empty() ? region.name : region.canonicalName;
    const StringRef name = state.string(region.name);
    const StringRef canonicalName = state.string(canonical);
    const StringRef description = state.string(region.description);
    const StringRef file = region.file.empty() ? OTF2_UNDEFINED_STRING : state.string(region.file);
    state.check(OTF2_GlobalDefWriter_WriteRegion(
        state.definitions,
        self,
        name,
        canonicalName,
        description,
        meaning.role,
        meaning.paradigm,
        OTF2_REGION_FLAG_NONE,
        file,
        region.line,
        0));
}

}  // namespace vellum::collector::writer
