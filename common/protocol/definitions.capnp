@0xa7f31c8e05d2b946;

# Everything a trace defines, in the order of its definitions file. References are the trace's own.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

struct Definitions {
  clock @0 :ClockProperties;
  creator @1 :Data;
  systemTreeNodes @2 :List(SystemTreeNode);
  locationGroups @3 :List(LocationGroup);
  locations @4 :List(Location);
  regions @5 :List(Region);
  groups @6 :List(Group);
  communicators @7 :List(Communicator);
  metricMembers @8 :List(MetricMember);
  # Two definitions of one reference may occur in damaged traces: the first is meant.

  callingContexts @9 :List(CallingContext);
  sourceCodeLocations @10 :List(SourceCodeLocation);
  interruptGenerators @11 :List(InterruptGenerator);
  metricClasses @12 :List(MetricClass);
  metricInstances @13 :List(MetricInstance);
  metricClassRecorders @14 :List(MetricClassRecorder);
  rmaWindows @15 :List(RmaWindow);
  cartDimensions @16 :List(CartDimension);
  cartTopologies @17 :List(CartTopology);
  cartCoordinates @18 :List(CartCoordinate);
  ioParadigms @19 :List(IoParadigm);
  ioFiles @20 :List(IoFile);
  ioHandles @21 :List(IoHandle);
  paradigms @22 :List(ParadigmDefinition);
  strings @23 :List(StringDefinition);
  attributes @24 :List(Attribute);
  parameters @25 :List(Parameter);
  markers @26 :List(MarkerDefinition);
  properties @27 :List(Property);
  counts @28 :List(DefinitionCount);
  # From here on, lists that an older server leaves empty. `strings`: all that events may name. `counts`: of the
  # records read, by kind.
}

struct ClockProperties {
  ticksPerSecond @0 :UInt64;
  # At least 1; 0: invalidArgument.

  globalOffset @1 :UInt64;
  # The clock's value at tick 0.

  length @2 :UInt64;
  # The last tick, inclusive, as the trace claims.

  realtimeNs @3 :UInt64;
  # Wall clock at tick 0 in ns since 1970; 0: unknown.
}

struct SystemTreeNode {
  ref @0 :UInt32;
  parent @1 :UInt32;
  # Undefined for a root. Damaged traces may have rings.
  name @2 :Data;
  className @3 :Data;
  # "machine", "node", …
}

struct LocationGroup {
  ref @0 :UInt32;
  parent @1 :UInt32;
  # A system tree node.
  creator @2 :UInt32;
  # Of an accelerator's context: the process that made it; else undefined.
  type @3 :UInt8;
  # OTF2_LocationGroupType.
  name @4 :Data;
}

struct Location {
  ref @0 :UInt64;
  claimedEvents @1 :UInt64;
  # What the definitions say; what was read is in LocationCounts.
  group @2 :UInt32;
  type @3 :UInt8;
  # OTF2_LocationType.
  name @4 :Data;
}

struct Region {
  ref @0 :UInt32;
  beginLine @1 :UInt32;
  endLine @2 :UInt32;
  # 0: unknown.
  role @3 :UInt8;
  # OTF2_RegionRole.
  paradigm @4 :UInt8;
  # OTF2_Paradigm.
  group @5 :UInt8;
  # common/trace/function_group.h, 0 ..= 10; more: invalidArgument.
  name @6 :Data;
  canonicalName @7 :Data;
  sourceFile @8 :Data;
  # Empty: unknown.
  description @9 :Data;
  color @10 :UInt32;
  # That whoever recorded it chose: 0xffRRGGBB; 0: none.
}

struct Group {
  ref @0 :UInt32;
  type @1 :UInt8;
  # OTF2_GroupType: says what `members` are.
  paradigm @2 :UInt8;
  name @3 :Data;
  members @4 :List(UInt64);
  globalMembers @5 :Bool;
  # Ranks in records are those of the paradigm's locations.
}

struct Communicator {
  ref @0 :UInt32;
  group @1 :UInt32;
  remoteGroup @2 :UInt32;
  # Undefined but for inter-communicators.
  parent @3 :UInt32;
  name @4 :Data;
  flags @5 :UInt32;
  # OTF2_CommFlag.
}

struct MetricMember {
  ref @0 :UInt32;
  name @1 :Data;
  unit @2 :Data;
  description @3 :Data;
  type @4 :UInt8;
  mode @5 :UInt8;
  valueType @6 :UInt8;
  base @7 :UInt8;
  # OTF2_MetricType, OTF2_MetricMode, OTF2_Type, OTF2_Base.
  exponent @8 :Int64;
  # A value v means v × base^exponent units.
}

struct CallingContext {
  ref @0 :UInt32;
  region @1 :UInt32;
  parent @2 :UInt32;
  # Undefined for a root.
  source @3 :UInt32;
  # Undefined if unknown.
}

struct SourceCodeLocation {
  ref @0 :UInt32;
  line @1 :UInt32;
  file @2 :Data;
}

struct InterruptGenerator {
  ref @0 :UInt32;
  mode @1 :UInt8;
  base @2 :UInt8;
  exponent @3 :Int64;
  period @4 :UInt64;
  # One sample in period × base^exponent seconds or events.
  name @5 :Data;
}

struct MetricClass {
  ref @0 :UInt32;
  occurrence @1 :UInt8;
  recorderKind @2 :UInt8;
  members @3 :List(UInt32);
  # Metric members, in the order of a record's values.
}

struct MetricInstance {
  ref @0 :UInt32;
  metricClass @1 :UInt32;
  recorder @2 :UInt64;
  scopeRef @3 :UInt64;
  scope @4 :UInt8;
  # OTF2_MetricScope: says what `scopeRef` is.
}

struct MetricClassRecorder {
  metric @0 :UInt32;
  recorder @1 :UInt64;
}

struct RmaWindow {
  ref @0 :UInt32;
  communicator @1 :UInt32;
  flags @2 :UInt32;
  # OTF2_RmaWinFlag.
  name @3 :Data;
}

struct CartDimension {
  ref @0 :UInt32;
  size @1 :UInt32;
  isPeriodic @2 :Bool;
  name @3 :Data;
}

struct CartTopology {
  ref @0 :UInt32;
  communicator @1 :UInt32;
  dimensions @2 :List(UInt32);
  name @3 :Data;
}

struct CartCoordinate {
  topology @0 :UInt32;
  rank @1 :UInt32;
  coordinates @2 :List(UInt32);
}

struct IoParadigm {
  ref @0 :UInt8;
  paradigmClass @1 :UInt8;
  flags @2 :UInt32;
  identification @3 :Data;
  name @4 :Data;
}

struct IoFile {
  ref @0 :UInt32;
  scope @1 :UInt32;
  # Where the name means this file.
  isDirectory @2 :Bool;
  name @3 :Data;
}

struct IoHandle {
  ref @0 :UInt32;
  file @1 :UInt32;
  communicator @2 :UInt32;
  parent @3 :UInt32;
  flags @4 :UInt32;
  # OTF2_IoHandleFlag; 1: open before the recording began.
  statusFlags @5 :UInt32;
  paradigm @6 :UInt8;
  mode @7 :UInt8;
  name @8 :Data;
}

struct ParadigmDefinition {
  paradigm @0 :UInt8;
  paradigmClass @1 :UInt8;
  name @2 :Data;
}

struct StringDefinition {
  ref @0 :UInt32;
  text @1 :Data;
}

struct Attribute {
  ref @0 :UInt32;
  type @1 :UInt8;
  # OTF2_Type.
  name @2 :Data;
  description @3 :Data;
}

struct Parameter {
  ref @0 :UInt32;
  type @1 :UInt8;
  name @2 :Data;
}

struct MarkerDefinition {
  ref @0 :UInt32;
  severity @1 :UInt8;
  group @2 :Data;
  category @3 :Data;
}

struct Property {
  ref @0 :UInt64;
  target @1 :UInt8;
  # What `ref` is: common/trace/properties.h, 0 ..= 6; more: invalidArgument.
  type @2 :UInt8;
  # OTF2_Type: what the text was in the trace.
  name @3 :Data;
  value @4 :Data;
}

struct DefinitionCount {
  kind @0 :Data;
  # OTF2's name of the record.
  count @1 :UInt64;
}
