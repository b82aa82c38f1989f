#pragma once

#include "gui/models/selection.h"
#include "gui/models/view_history.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/trace_text.h"

#include <QCoreApplication>

#include <memory>
#include <string_view>

// What a panel beside the charts stands over: a small trace, a view of it and a selection.

namespace vellum::tests {

// Paradigm 4 is MPI's number in OTF2, 1 the compiler's.
inline constexpr const char* kPanelTrace = R"(
length 1234567889
group 0 "rank 0"
group 1 "rank 1"
location 0 "Master thread" group 0
location 1 "Master thread" group 1
region 0 main paradigm 1
region 1 work paradigm 1
region 2 MPI_Send paradigm 4
enter 0 @0 main
enter 0 @100000000 work
leave 0 @700000001 work
enter 0 @800000000 MPI_Send
send 0 @812345678 to 1 tag 17 bytes 1234567
leave 0 @850000000 MPI_Send
leave 0 @1000000000 main
enter 1 @0 main
recv 1 @912345680 from 0 tag 17 bytes 1234567
leave 1 @1234567890 main
)";

struct PanelBench {
    explicit PanelBench(std::string_view text = kPanelTrace) : store(traceFromText(text)) {}
    static void settle()
    {
        for (int i = 0; i < 10; ++i) {
            QCoreApplication::processEvents();
        }
    }

    std::shared_ptr<const server::store::TraceStore> store;
    FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace = source.add("a", store);
    gui::models::ViewHistory view{trace->info.range};
    gui::models::Selection selection;
};

}  // namespace vellum::tests
