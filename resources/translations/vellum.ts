<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" sourcelanguage="en">
<context>
    <name>Change</name>
    <message>
        <source>new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>guessed %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by hand</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChartKind</name>
    <message>
        <source>Master timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Master timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Process timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Summary timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Summary timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counter timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Counter timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Performance radar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Performance &amp;radar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I/O timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;I/O timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message s&amp;ummary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication m&amp;atrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Flame graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value flow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Value flow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;ource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pa&amp;ges</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PageLook</name>
    <message>
        <source>written, unchanged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>falsely shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written, not compared</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key scheme %1: there is no command that is called &quot;%2&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cluster %1 (%2 of %3 like %4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In no function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>collectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I/O</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filtered: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>handle %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In no communicator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trace information</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing had to be repaired in this trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Severity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a key or what it does…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a key or what it does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard and mouse (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selects time, and across rows these rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moves the nearer end of what is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zooms into the time, and across rows into these rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zooms about the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scrolls the rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>height of the rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift + </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl + </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl + Shift + </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>right drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>middle drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; with none selected the first in the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; with none selected the last in the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; with none selects the first visit of the marked row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wheel over the labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl + wheel over the labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selects a visit or a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zooms to the visit; on the ruler and the overview: full range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag on the overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moves the frame, or an edge of it; beside it: shows what is dragged over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 … 9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the bookmark of this number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+0 … Ctrl+9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the view as bookmark of this number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the message to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the message from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what it launched on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the call on %1 that launched it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the flow to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the flow from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, which came before it and waited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, the last to come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the call on %1 that waited for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what it waited for on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where the data went, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where the data came from, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine and devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… and more than are shown here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ticks per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System tree nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communicators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Visits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collective operations by member</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RMA operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RMA bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I/O operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I/O bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metric samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Recorded</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>report</name>
    <message>
        <source>%1 visits in %2, %3 in %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long visits take</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the functions that differ most: shares of the visits by how long each takes without what it calls. %1 is the area with the solid line, %2 the dashed line; the stroke is the median.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts</name>
    <message>
        <source>metric</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: in &quot;drags&quot;, &quot;%2&quot; must be Left or Right, with Ctrl+ or Shift+ before it, and one of none, select, extend, zoom, measure, pan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: in &quot;wheel&quot;, &quot;%2&quot; must be Wheel, with Ctrl+ or Shift+ before it, and one of zoom, pan, scroll-rows, row-height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: in &quot;keys&quot;, &quot;%2&quot; must have a list of keys, such as [&quot;W&quot;, &quot;Ctrl++&quot;]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: there is nothing that is called &quot;%2&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; must be an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Number of messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Total bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mean bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>M&amp;inimum duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean &amp;duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ma&amp;ximum duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location group %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not at all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… (%1 bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host to device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device to host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host to array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>array to host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>array to array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>array to device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device to array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device to device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host to host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device to another device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host to device, moved by the driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device to host, moved by the driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device to another device, moved by the driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX payload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA graph instance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA graph node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy of graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy of node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the first records of it were read; vellum-query events lists all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>marker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>markers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>instant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>instants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pan to the left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pan to the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom to the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let go of what is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next visit of the same function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous visit of the same function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next visit on the row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous visit on the row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the message, launch or collective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to where the message, launch or collective is from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the time of the visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redundancy of values over the bars</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide these rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only these rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin these rows to the top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move these rows up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move these rows down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All rows at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Higher rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows as they were at first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold or unfold this row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark the next row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark the row before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark the next row too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark the row before too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group these rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ungroup these rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unfold all rows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::AnswerTable</name>
    <message>
        <source>Only rows with this text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rows in this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No row has this text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as CS&amp;V…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;olumns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the table as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::Chart</name>
    <message>
        <source>Reset hori&amp;zontal zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reset horizontal zoom</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::ChartDock</name>
    <message>
        <source>Options of this chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a window of its own, or back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::ChartFrame</name>
    <message>
        <source>close %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>detach %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attach %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Another chart of this kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export picture…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export picture for prin&amp;t…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heights of charts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::ChartHeader</name>
    <message>
        <source>exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refining…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact for what was read · %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::CounterChart</name>
    <message>
        <source>nothing to show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counters are looked up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · the first %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · one axis for all traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No counter was recorded in this trace. Score-P records some with SCOREP_METRIC_PAPI or SCOREP_METRIC_RUSAGE, the PyTorch profiler with profile_memory, Nsight Systems with --gpu-metrics-devices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the chosen locations recorded %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (%1 … %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counter timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the &amp;mode says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L&amp;ine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Area</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Counter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A&amp;dd or remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axis from &amp;zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axis from zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axis from the least value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axis of what is &amp;visible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axis of what is visible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axis of the whole trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;One axis for all traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one axis for all traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an axis of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Style</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>style</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;All (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all locations</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::CounterDifferenceCanvas</name>
    <message>
        <source>Difference of a counter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: no sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 in %3, no sample in %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 in %3, %4 in </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (%1 … %2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::CounterView</name>
    <message>
        <source>%1: no sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2 in the whole trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
not drawn: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::DetailsPanel</name>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; this one %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this to compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selected visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selected visit beside %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selected message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selected message beside %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selected in the I/O timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selected in the master timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a bar or a message line to see all about it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… (%1 bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exclusive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First to come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It waited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the first to come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the last to come →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sender</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Receiver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communicator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Receive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to sender</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow message →</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::DistributionCanvas</name>
    <message>
        <source>How long visits take in both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 … %2: %3 of the visits in %4 (%5), </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2 (%3); shorter than that: %4 in %5, %6 in %7</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::FlameCanvas</name>
    <message>
        <source>Flame graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Callers at the &amp;top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Callers at the &amp;bottom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>code without a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 before, %2 after: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 of all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>visits</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::FlameChart</name>
    <message>
        <source>focus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole flame graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No function was called in this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No call stack was sampled in this window: the menu chooses time instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s call tree has a path before its caller.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time by call path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples by call path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paths</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>focus on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the selected box</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;ocus on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy the name of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Largest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By &amp;name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;ime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The &amp;whole flame graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::FlowCanvas</name>
    <message>
        <source>allocation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value-flow graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>objects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>visits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 read and written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 written were there already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 writes over %2, which %3 wrote last · %4, %5 of them were there already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 reads %2, which %3 wrote last · %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 copies %2 to %3 · %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written, unchanged 0 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>100 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::FlowChart</name>
    <message>
        <source>The server&apos;s answer has edges that lead to no vertex.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only edges with this share of all bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Besides, functions with this share of all visits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edges: all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edges of %1 of the bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Functions: all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Functions: of these edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Functions of %1 of the visits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 vertices and edges are too many to draw: move the sliders to the right, or slice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No value flow was recorded: vellum-record --values=record does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No edge is that important: move the sliders to the left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph is too large for Graphviz&apos; dot: Vellum laid it out in layers. The sliders leave out what is less important.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vellum laid the graph out in layers: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what Graphviz&apos; dot wrote is not the whole graph.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with the package graphviz installed, its dot does it better.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graphviz&apos; dot failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graphviz&apos; dot took too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 vertices, %3 of %4 edges, of the whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what leads to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what %1 leads to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what leads to %1 or from it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 reads and writes lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole value flow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the selected vertex</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only what leads &amp;to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only what comes &amp;from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The &amp;whole graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;All edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edges of &amp;1 % of the bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edges of 10 &amp;% of the bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;all of the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value flow</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::HotLines</name>
    <message>
        <source>Where lines moved something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole file: wide marks moved much, bright ones what was there already</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::IoChart</name>
    <message>
        <source>byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flush</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flushes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>opened %1 ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closed %1 ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a flush</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in an operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I/O timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time in operations by file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time in operations by location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time in operations by system tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · first %1 of %2 handles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By &amp;file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By &amp;location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By &amp;system tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by system tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;old all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fold all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Unfold all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unfold all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asynchronous operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (%1 times)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, opened before the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, not closed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>squares: time in read, write, flush and other operations
thin bars: a file is open, an asynchronous operation is under way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
in the window: %2, %3 in operations
full height: %4 at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No input or output was recorded in this trace. Score-P records it with SCOREP_IO_POSIX=true.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was read or written in this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asynchronous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unfold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom to selection</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::LegendPanel</name>
    <message>
        <source>Legend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>colours by function group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make all functions of this group stand out</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::MatrixChart</name>
    <message>
        <source>no messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from %1 to %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by location group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 pairs with %2 messages are left out: too many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show the whole matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By &amp;location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By location &amp;group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By system tree n&amp;ode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Also rows without messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>also rows without messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only rows with messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save pairs as CS&amp;V…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the &amp;whole matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from ↓</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No messages were recorded in this trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No messages between what is shown in this window.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::MessageSummaryChart</name>
    <message>
        <source>0 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tag %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1  (%2 to %3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by size class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by tag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by communicator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>volume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size, mean and range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>duration, mean and range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate, mean and range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By &amp;size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By size c&amp;lass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By &amp;tag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By &amp;communicator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Number of messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Volume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smallest &amp;key first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L&amp;ongest bar first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No messages in this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message summary</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::OverviewStrip</name>
    <message>
        <source>Overview of the whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole run. Drag the frame to move, its edges to zoom; double-click: all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::PagesChart</name>
    <message>
        <source>object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>objects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>known by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each object as &amp;one row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up to %1 rows for each object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows for each object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next row written in vain or falsely shared	N</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous such row	Shift+N</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find the object of the marked row	Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2 from %1 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>untouched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in this window, %2 of them changed nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write of a page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writes of pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>falsely shared: threads write beside each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared: what one thread writes another touches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No page is known to be written or shared in this window. vellum-record --values=coarse records pages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::ProcessChart</name>
    <message>
        <source>Process timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom to selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sends %1 to %2, tag %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>receives %1 from %2, tag %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
of what is shown: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>call levels, exclusive only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>call levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · filtered away in the other charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first %1 of %2 messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Follow the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>follow the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no longer follow the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Exclusive time only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exclusive time only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inclusive time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Another of %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location of the process timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name, a reference number or path/with/*:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This trace has no location that can be in a function.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This location is in no function in this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>level</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::RadarChart</name>
    <message>
        <source>location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of inclusive time in %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of exclusive time in %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>average</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (a call without length)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows are looked up…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No location that is shown has any of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum, up to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>average, up to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Performance radar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function &amp;group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find &amp;function…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Counter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow &amp;what stands out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>follow what stands out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no longer follow what stands out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also rows with&amp;out any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>also rows without any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only rows that have some</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rows as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Average of all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>average of all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Sum of all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum of all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;No curve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no curve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Inclusive, with what it calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inclusive time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Exclusive, on top of the stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exclusive time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Heat strips</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heat strips</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a function in the performance radar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::SelectionBar</name>
    <message>
        <source>Zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows this time, and these rows (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hides all other rows, in every chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The function summary is of this time and these rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes a note on this time (M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin, end, length and rows as text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::SourceChart</name>
    <message>
        <source>Source file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find it…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>source file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was moved in this window by a line that is known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the source: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 with values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where sources lie</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One line for each folder: as the program was compiled =&gt; on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next line with values	N</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous line with values	Shift+N</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find this file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Where sources lie…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::SourceModel</name>
    <message>
        <source>access</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accesses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 moved, %2 of it there already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 stored over before anybody looked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::StepCanvas</name>
    <message>
        <source>Difference timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, number %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 steps from %2, number %3 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 · %3 in %4 alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 · %3 in %4, %5 in %6: %7</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (of %1 that are in both)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+%1 in %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::SummaryBars</name>
    <message>
        <source>Functions by time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::SummaryChart</name>
    <message>
        <source>location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exclusive time of %1 by %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>function group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By function &amp;group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by function group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By &amp;function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axis in &amp;per cent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axis in per cent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axis in &amp;locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axis in locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · the profiler&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in no function that the filters leave</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in no function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filters leave no row. Remove one of them above, or undo.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This trace has no location that can be in a function.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No time in the filtered functions in this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Summary timeline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::SummaryPanel</name>
    <message>
        <source>%1 · exclusive %2, inclusive %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>visits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profiler&apos;s own time: no part of the shares, with bars on a scale of their own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows of the function summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exclusive time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inclusive time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of the function summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by function group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exclusive time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inclusive time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selected %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · profiler last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the filtered functions is active in this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No function is active in this window.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::TableChart</name>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>by size</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::Teller</name>
    <message>
        <source>%1 of %2, %3 of %4, %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>member</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communicator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Root</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of all members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last to come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Marker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Severity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 from %3 to %4, %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One-sided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I/O operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I/O operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Under way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flushes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flush</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>get</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>put</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>atomic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>instant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>marker %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Direction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits for correlation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>External id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python parent id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Freed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at 0x%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flow from here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flow through here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flow to here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launched in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the range it was launched in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ended after the call by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Returned after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to what it waited for →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited for by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It waited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the call that waited →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collective of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this one, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First to come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the first to come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the last to come →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>← Go to the call that launched it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>← Back to where it comes from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to what it launched →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow message →</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::TimeChart</name>
    <message>
        <source>location %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::TimeRuler</name>
    <message>
        <source>Time ruler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double-click: full range</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::TimelineChart</name>
    <message>
        <source>Master timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · loaded in part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · colour = function on top of the stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 of %2 rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · rows of %1 locations and more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first %1 of %2 messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first %1 of %2 messages to or from these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the rows on the screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2 bursts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 messages, %2 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
sent %2
received %3
zoom in to tell them apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bytes, tag %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2
sent %3
received %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom to messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset &amp;vertical zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reset vertical zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom to selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only these rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fit rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group rows by system tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group rows by communicator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group rows by location type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group rows by likeness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show only representatives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show whole clusters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the group of %1:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ungroup rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;System tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Communicator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location &amp;type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Likeness in the whole trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Likeness in the shown &amp;window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One &amp;representative per cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;At most so many clusters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As many as differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · rows by communicator, without %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>communicator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>communicators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · rows by communicator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · rows by location type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one row per cluster of likeness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows by likeness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 in a window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 in the whole trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;One-sided operations and copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one-sided operations and copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Collectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>collectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mar&amp;kers and instants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>markers and instants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;I/O operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I/O operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redundancy of values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>redundancy of values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hide %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Group rows by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show redundancy of values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hide redundancy of values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first %1 of %2 %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first %1 one-sided operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one-sided operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one-sided operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>collective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I/O operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, among them %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (collectives %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>busy %1 of the window
kernels %2, copies %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
at least one of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
%1 % of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>   in no function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longest in this pixel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2
begins %3, lasts %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
in this pixel: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in no function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what stands out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2, %3 from %4
%5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>move row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hide rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reset rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fold all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unfold all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 CPU samples in this pixel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>redundant 0 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>   %1 of %2 redundant here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, as far as the two runs agree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>redundancy of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 accesses not looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loaded in part: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>markers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more %1 than can be drawn: zoom in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No time in the filtered functions in this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next visit begins at %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last visit began at %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filters leave no row. Remove one of them above, or undo.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This trace defines no locations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no function in this window</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::WrappedText</name>
    <message>
        <source>Click: show all of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy all of &amp;it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;all of it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::charts::spoken</name>
    <message>
        <source>Access</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accesses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All vertices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approximately single</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Atomic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communicator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constant memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dead bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dead store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Direction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Early allocation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>False shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flush</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frequent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guessed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heavy type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Important</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inappropriate float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inclusive a</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inclusive b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inclusive difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inclusive ratio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invocations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invoked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Io summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Late deallocation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load redundancy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loaded bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lost accesses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Managed memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median a</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over allocation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlap bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P adjusted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Private</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quality</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rated bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rated duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redundant bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redundant values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Region</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload after store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reloaded bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples a</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Silent store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Single value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Single zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Site</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spatial redundancy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spread a</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spread b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Structured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Structured with outliers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Superiority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temporal redundancy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temporary idleness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>True shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unchanged bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undefined bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values flow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values patterns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values redundancy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values sharing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vertex</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Visit mean ratio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Visit ratio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Visit ratio high</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Visit ratio low</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Visits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written never read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First touch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Objects left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>States</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watched by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redundant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::client::RemoteDataSource</name>
    <message>
        <source>private server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>threads</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::data</name>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 in all, %3 each; they take %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: has more than %2 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: not JSON at byte %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: an object of names and values is expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 team %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 group %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>communicator %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>communicator %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No function is in the part of this trace that was loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This trace holds no events: its event files are missing or empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No event of this trace could be read: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>metric sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>metric samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> and </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No function was recorded in this trace, only %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing was recorded here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples only: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no function, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in the whole trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from another run (%1)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::models::AlikeNames</name>
    <message>
        <source>device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::models::CounterDifferences</name>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All locations of %1 are filtered away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No counter was recorded in %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 have no counter of the same name and unit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has nothing at the time that %2 shows.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::models::Differences</name>
    <message>
        <source>all locations of %1 are filtered away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the two could not be compared: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::models::FlameDifference</name>
    <message>
        <source>the two could not be joined: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server&apos;s call tree has a path before its caller.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::models::Notes</name>
    <message>
        <source>the notes of this trace could not be read; they are kept as %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>notes cannot be kept: %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::models::StepTimeline</name>
    <message>
        <source>all locations of %1 are filtered away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::models::TallyDifferences</name>
    <message>
        <source>%1 has %2 more %3 than one answer has room for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no %2 in what is compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all locations of %1 are filtered away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the two could not be compared: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::models::TimeLink</name>
    <message>
        <source>couple</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same scale</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::models::ViewHistory</name>
    <message>
        <source>zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>full range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unfold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row height</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell</name>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>such as: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only its beginning was read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call paths</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exclusive time in the window on all locations that are shown, %1 in %2, %3 in %4 · </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 guessed: other names in %2, taken for the same (≈) by likeness and place in the call tree · </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the %1 of %2 rows that differ most; vellum-query compare --by %3 has all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Identity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Damage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; not recorded: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Windows and alignment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown later than the first by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds since each trace begins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first %1 of %2 steps; vellum-query compare --steps has all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long each %1 takes: the steps of one name on one location side by side, number by number, of the whole traces.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the time of %1 that is shown: a bar is orange and rises where the step takes longer in %2, blue and falls where it takes less, up to twice or half. An empty frame: only %1 has it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More locations than there is room for are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call paths of both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No function was called in these windows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Boxes are as wide as inclusive times in %1; orange takes longer in %1 than in %2, blue less, and their names begin with the change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where two names stand with ≈ between them, the function is called otherwise in %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deeper calls than there is room for are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flame graph of the differences</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::AlignDialog</name>
    <message>
        <source>Align at the &amp;visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At what has a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Visit of a function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Marker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what is written on it, or its category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its whole name, as the trace has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of all of this name, in time order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of all visits on all locations, in the order in which they begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align at the &amp;marker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>these traces have no marker of the same name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By offsets against %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows it later by so much, 300ms for instance; earlier: -300ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is shown later by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align by &amp;offsets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which marker? Type what is written on it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which function? Click on one in a chart or the summary, or type its name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has %2 markers “%3”, not %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has %2 visits of “%3”, not %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>align at a marker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>align at a visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no time, as 1.25s, -300ms or 40us are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>align by an offset</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::Chip</name>
    <message>
        <source>%1
Click: switch it off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
It is off. Click: switch it on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::CommandPalette</name>
    <message>
        <source>&gt; action   @ row   # function   : time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command, row or function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::ComparePlace</name>
    <message>
        <source>%1
Drag it to move the trace</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::CompareTab</name>
    <message>
        <source>Coupled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown of one trace is shown of all (C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each trace moves alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all are shown as long as each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is shown %2 %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has nothing at this time: its nearest part is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>go to a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>processes that belong together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at an end of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at a begin of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at the beginnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at what is selected in both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at %1, number %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::ConnectDialog</name>
    <message>
        <source>Connect to a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>URL that vellum-server printed, or the path of its connection file.
A new window opens for it:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::CounterDifferenceView</name>
    <message>
        <source>The counter that is compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two traces must be open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The two have no location with this counter in common in these windows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 less %3 · </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · the first %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 only in %2, %3 only in %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go to the greatest difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the &amp;line</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::DifferencesLook</name>
    <message>
        <source>Match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Visits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>▼ faster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>▲ slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too few</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::DifferencesPanel</name>
    <message>
        <source>Differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A beside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match names that differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are &amp;not the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Same as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Options of this table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trace that A is compared with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call paths</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What else differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flame graph of the differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two traces must be open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No function was called in these windows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two traces must be open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time in the window, %1 in %2, %3 in %4 · boxes as wide as in %5, orange takes longer in %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 guessed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exclusive time in the window, %1 in %2, %3 in %4 · %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the &amp;longest visit in both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;ocus on the selected box</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The &amp;whole flame graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Boxes as wide as in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Processes that belong together…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where a function has another name in the other trace: matches by likeness of names and by place in the call tree. Each such pair is marked as guessed, with how alike they are. Function groups have the same names everywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>match names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>match no names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 are &amp;not the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline of the differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a step is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The function that is visited once a step; with a * behind it all whose names begin so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a function that is visited once a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No function of this name is visited in either trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>how much longer (orange, rising) or shorter (blue, falling) each %1 takes in %2 · in both %3 in %4, %5 in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 only in %2, %3 only in %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · only the first %1 visits of each: what is said to be in one alone may not be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go to this step in both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Durations</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::DistributionView</name>
    <message>
        <source>The function whose visits are compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorter (CDF)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two traces must be open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No visit of %1 begins and ends in these windows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>durations of %1 without what it calls, %2 in %3 (solid), %4 in %5 (dashed)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>visits</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::FailurePage</name>
    <message>
        <source>%1 cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::FilterBar</name>
    <message>
        <source>Active filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>switch filter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::FindField</name>
    <message>
        <source>Match case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only visits this long or longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only functions of some groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark all hits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find function…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Any group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only functions of: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bad pattern</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::FunctionFilterDialog</name>
    <message>
        <source>regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all others instead of these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A part of the name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Functions by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any of the rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all of the rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Called</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stands out what fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filter functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Called at least so many times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Called at most so many times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest visit at least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest visit at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing fits: at most %1 is less than at least %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>called ≥ %1×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>called ≤ %1×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longest ≥ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longest ≤ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all functions but %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>functions %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not a duration: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not understood: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say which functions: all that is asked for has to fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 of them called</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::LiveBar</name>
    <message>
        <source>%1%2 events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live, nothing has come yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused at %1; the recording goes on, %2 so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the recording was told to stop; the program runs on: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the run has ended, %1. Its archive is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the recorder is gone; shown is what had come, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture stands still; the recording goes on. Pressed again, it catches up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends the recording here. The program runs on; its archive is written when it ends.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::LoadingPage</name>
    <message>
        <source>Starting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of the trace has been read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops reading and keeps what was read so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 · %3 events · %4 of %5 locations</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::LocationFilterDialog</name>
    <message>
        <source>Show only these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names, numbers or path/with/*, with commas between</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locations by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locations by communicator or type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One process of so many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one process of every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Named</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Representatives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one process of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accelerator streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>metric locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>communicator %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 ticked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filter locations</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::LongestInBoth</name>
    <message>
        <source>go to the longest visits</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::MainWindow</name>
    <message>
        <source>loaded in part · import report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>import report: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>import report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server is gone: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vellum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The row of %1 is filtered away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rows of %1 are filtered away, or there are none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mark on the ruler is at %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. The picture is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — Vellum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, loaded in part — Vellum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open as &amp;one, or a part…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Connect to a server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trace &amp;information</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import re&amp;port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find function…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Commands, rows, functions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to &amp;row…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P&amp;references…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function &amp;summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Print</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Annotations in their own &amp;colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX ranges that were recorded with a colour are drawn in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pa&amp;tterns on function groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hatches on communication, copies and I/O, dots on the profiler&apos;s own time: groups are told apart without colours. The print theme has them always</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times in tic&amp;ks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instead of seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times by the clock of the recordin&amp;g</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time of day (UTC) where the trace knows it, else the recorder&apos;s own clock, instead of the time since the trace begins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard and mouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Record a program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Vellum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Vellum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;h3&gt;Vellum %1&lt;/h3&gt;&lt;p&gt;A trace visualizer with a parallel analysis server.&lt;/p&gt;&lt;p&gt;Apache License 2.0&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a trace on the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path of the trace, a file or a folder, as the server knows it:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the traces of a folder as one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traces (*.otf2 *.json *.json.gz *.json.zst *.gz *.sqlite)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record a program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;h3&gt;Record a program of your own&lt;/h3&gt;&lt;p&gt;Compile it so that its functions can be seen:&lt;/p&gt;&lt;pre&gt;g++ -g -O2 -finstrument-functions app.cpp -o app&lt;/pre&gt;&lt;p&gt;Run it under the recorder:&lt;/p&gt;&lt;pre&gt;vellum-record -o my-run -- ./app&lt;/pre&gt;&lt;p&gt;and open &lt;tt&gt;my-run/traces.otf2&lt;/tt&gt;. Archives of Score-P and other OTF2 writers open just as well.&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process timeline of the se&amp;lection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export picture…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the chart that has the keyboard, else of the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export picture for prin&amp;t…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Black on white with patterns, whatever the theme of the window is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save layout as &amp;default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save layout in a &amp;file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Load layout from a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save layout as &amp;default for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load layout from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layouts (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save layout in a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export picture of %1 for print</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export picture of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 to %1 traces are compared in one tab, not %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with a &amp;file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with its&amp;elf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two windows of one trace: uncoupled, they show different times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with a trace on the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Couple traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of traces that are compared: what is shown of one is shown of all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traces as lon&amp;g as each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of traces that are compared: what functions cost in each, and whether that differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Processes that belong together…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of traces that are compared: which process of one is which of the other, by rank, by name, folded, or by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the &amp;next trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the trace &amp;before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Align traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align at the &amp;beginnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>align at the beginnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align at what is &amp;selected in each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align as they stand &amp;now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>align as they stand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is at the left edge of one belongs to what is at that of the others: uncouple them, move one, and align</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align at a &amp;marker…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align at a &amp;visit, or by an offset…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is selected in %1: select a visit, a message or a time in each trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>align at selections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fi&amp;lter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Locations…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Functions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Messages…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Collectives…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;I/O…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter collectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter I/O</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All filters on or &amp;off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>switch filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove all filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>functions “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all functions but “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filter functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find calls of “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: &amp;only “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: all &amp;but “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;System tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Communicator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location &amp;type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Likeness in the whole trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Likeness in the shown &amp;window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One &amp;representative per cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Group rows by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to bookmark %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the view as bookmark %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List of &amp;notes…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Write a report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One page with charts and tables, for a browser: of traces that are compared also what differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages (*.html)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report is written: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing the report once all is exact…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::Moves</name>
    <message>
        <source>There is no later one on this row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no earlier one on this row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no visit on this row in the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, or mark a row (%1, %2) and press %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a visit first: click on a bar%1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>go to visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a visit, a message, a collective or a transfer first: click on it%1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No message, launch, wait or collective leads away from here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No message, launch, wait or collective that was recorded leads here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It leads to a row that is filtered away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2: %3. The same key again leads to the %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was recorded of its members.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That was the last to come.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That was the first to come.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>go to member</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: number %2 of %3 to come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; its row is filtered away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; when it began was not recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, waited %2 for the last.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, waited for nobody.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bookmark %1 is empty: Ctrl+%1 keeps the view there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bookmark %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The view is bookmark %1 now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is to be said about %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>go to note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::NameStrip</name>
    <message>
        <source>Trace %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::NoticeBar</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::OpenDialog</name>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names, reference numbers or path/with/*, several with commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begin of the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A time, for instance 1.25s or 300ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>end of the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A time, for instance 1.5s or 900ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open files as one trace, or a part of one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File or folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the file&apos;s events later, 1.2s for instance; earlier: -1.2s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files of the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only &amp;locations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only &amp;from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files are put on one time axis by their clocks. What is left out below is not read: no row, no time, no total.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add path…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add fol&amp;der…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a path of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path of a file or folder, as the server knows it; * stands for any name:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no file yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no time to move a file by, such as 1.2s or -300us.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no time such as 1.25s, 300ms, 40us, 12ns or 4711t.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::PaletteModel</name>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>location %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the end, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the begin, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No trace is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a time, as 1.24 s or 300 ms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no time, as 1.24 s or 300 ms are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>action, row or function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No %1 has “%2” in its name.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::PreferencesDialog</name>
    <message>
        <source>A pan that is let go in motion goes on and slows down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Navigation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Navigation scheme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mouse and keys as in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any key, click or turn of the wheel stops it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory for pictures of a trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures of a trace may take</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows that were on the screen are kept, so that scrolling and zooming back shows them at once. Beyond this much the oldest are forgotten and asked for again. The trace itself is in the server, not here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a command…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is now “%2”; adding it here takes it from there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a command above and press the new key in the field.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::ProcessMapDialog</name>
    <message>
        <source>(none)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processes of the two traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As is likely: by name, then in order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By rank: the first to the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By name alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folded: several of the larger run to one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How processes are matched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which process belongs to which</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;As the rule has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chosen by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only in %1: %2%3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen by hand: %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::RecordFilterDialog</name>
    <message>
        <source>handle %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>7 or 1,5-9 or 100-</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names or *.h5, with commas between</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Handles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paradigms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communicators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least so large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>64K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most so large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or by handles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flush</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seek</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Through</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>non-blocking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>independent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>collective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes, all members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tags %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>through %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>over %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≥ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≤ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say which %1: all that is asked for has to fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many fit is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 fit, in the whole trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 fit, in the whole trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>collectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of I/O fit, in the whole trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without %1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only %1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filter %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::ReportMaker</name>
    <message>
        <source>&apos;%1&apos; cannot be written: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not all of &apos;%1&apos; could be shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 side by side: what takes longer, what takes less, and whether that may be chance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown of a trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made by Vellum %1 on %2. Times of tables are exact to the nanosecond.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What else differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing: format, locations, clock, length and functions are alike.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The verdict is about single visits: slower or faster where that is more than chance and more than 1 %; same where it may be chance; too few below five visits in one of the two.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::SameAsDialog</name>
    <message>
        <source>These are the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which function of %1 is %2?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A part of the name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Functions by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Functions that only %1 has, the most alike first</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::ShiftDrag</name>
    <message>
        <source>move a trace</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::StartPage</name>
    <message>
        <source>Vellum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a trace, or drop one here: an OTF2 archive, a PyTorch profile (JSON) or an Nsight Systems export (SQLite).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Connect…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Record a program…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not there any more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::TallyChoices</name>
    <message>
        <source>by sender and receiver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by processes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by size class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>redundant bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What makes a row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By what rows are in order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 in the window, %3 in %4, %5 in %6 · %7</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::TallyLook</name>
    <message>
        <source>only in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::TraceTab</name>
    <message>
        <source>%1 and %2 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server has read the whole trace this time; shown is the part that had been read when loading was cancelled. Open the trace again to see all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading was cancelled: of each row what had been read is shown, %1 events in all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of the run had come when waiting was cancelled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::TraceView</name>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>go to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filters of the layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows of the layout</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::shell::layouts</name>
    <message>
        <source>MPI traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU traces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>traces of one process</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vellum::gui::theme</name>
    <message>
        <source>%1: &quot;%2&quot; is no colour; expected is &quot;#rrggbb&quot; or &quot;#rrggbb 50%&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: there is nothing that is called &quot;%2&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: &quot;series&quot; must be a list of eight colours</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
