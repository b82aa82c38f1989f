@0xc3a86b14f09d7e25;

# Launches: device work joined to the host call that gave it. One belongs to a window if something from
# the call's begin to the work's end lies in it.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct LaunchesRequest {
  # Answered by Launches.
  scope @0 :Types.Scope;
  # Either end of a launch may be selected.
  limit @1 :UInt64;
  # The first so many in the order below; at most 1,000,000, else invalidArgument.
}

struct Launches {
  # Parallel lists, by begin of the call, then definition order of the host, begin of the work,
  # definition order of the device.
  window @0 :Types.TickRange;
  count @1 :UInt64;
  # Of all in the window, whatever the limit.
  workWithoutLaunch @2 :UInt64;
  # Of the selected locations, over the whole trace.
  hosts @3 :List(UInt64);
  devices @4 :List(UInt64);
  callBegins @5 :List(Int64);
  callEnds @6 :List(Int64);
  workBegins @7 :List(Int64);
  workEnds @8 :List(Int64);
  callRegions @9 :List(UInt32);
  workRegions @10 :List(UInt32);
  correlations @11 :List(UInt64);
  kinds @12 :List(UInt8);
  # common/trace/event_kinds.h: DeviceKernel, DeviceCopy, DeviceSet, DeviceSync.
}
