@0x9f5c26e1704bd8a3;

# All that can be asked of an open trace, and all answers. What the numbers mean exactly is in
# docs/semantics.md; the same values in C++ are common/query/{requests,answers}.h.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Info = import "info.capnp";
using Io = import "io.capnp";
using Profile = import "profile.capnp";
using CallTree = import "call_tree.capnp";
using Collectives = import "collectives.capnp";
using Counters = import "counters.capnp";
using Timeline = import "timeline.capnp";
using Launches = import "launches.capnp";
using Messages = import "messages.capnp";
using Search = import "search.capnp";
using Events = import "events.capnp";
using Markers = import "markers.capnp";
using Filter = import "filter.capnp";
using Table = import "table.capnp";

struct Request {
  # A member this version does not know: unimplemented, and the connection stays.
  union {
    info @0 :Info.InfoRequest;
    locations @1 :Info.LocationsRequest;
    profile @2 :Profile.ProfileRequest;
    callTree @3 :CallTree.CallTreeRequest;
    timeline @4 :Timeline.TimelineRequest;
    summaryTimeline @5 :Timeline.SummaryTimelineRequest;
    messages @6 :Messages.MessagesRequest;
    matrix @7 :Messages.MatrixRequest;
    search @8 :Search.SearchRequest;
    events @9 :Events.EventsRequest;
    detail @10 :Search.DetailRequest;
    markers @11 :Markers.MarkersRequest;
    launches @12 :Launches.LaunchesRequest;
    counters @13 :Counters.CountersRequest;
    collectives @14 :Collectives.CollectivesRequest;
    io @15 :Io.IoRequest;
    filtered @16 :FilteredRequest;
    argumentSearch @17 :Search.SearchRequest;
    # A search whose pattern is `arg:NAME=VALUE` or `values:NAME=VALUE,…`: docs/semantics.md. Answered by `search`; of its own, since a
    # server that does not know it would look for such a name.
    collectiveMembers @18 :Collectives.CollectiveMembersRequest;
    filteredVisits @19 :FilteredRequest;
    # The same as `filtered` with a filter that has visits, for which an older server would not look.
    setTimeline @20 :Timeline.SetTimelineRequest;
    table @21 :Table.TableRequest;
    # Any question that has a descriptor.
  }
}

struct FilteredRequest {
  # Answered as `request`, of what the filter leaves. A kind of request of its own, so that a server that
  # knows no filters says so instead of answering for all.
  filter @0 :Filter.RecordFilter;
  request @1 :Request;
  # One with a scope, a summary timeline or a detail, and not filtered itself; else invalidArgument.
}

struct Answer {
  # The member of the same name as the request's.
  union {
    info @0 :Info.TraceInfo;
    locations @1 :Info.LocationCounts;
    profile @2 :Profile.Profile;
    callTree @3 :CallTree.CallTree;
    timeline @4 :Timeline.Timeline;
    summaryTimeline @5 :Timeline.SummaryTimeline;
    messages @6 :Messages.Messages;
    matrix @7 :Messages.Matrix;
    search @8 :Search.SearchHits;
    events @9 :Events.Events;
    detail @10 :Search.VisitDetail;
    markers @11 :Markers.Markers;
    launches @12 :Launches.Launches;
    counters @13 :Counters.Counters;
    collectives @14 :Collectives.Collectives;
    io @15 :Io.Io;
    collectiveMembers @16 :Collectives.CollectiveMembers;
    table @17 :Table.TableAnswer;
  }
}
