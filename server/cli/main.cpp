// vellum-query: questions about a trace, from a shell.

#include "common/base/log.h"
#include "server/cli/compare/run_compare.h"
#include "server/cli/interrupt.h"
#include "server/cli/options.h"
#include "server/cli/progress_line.h"
#include "server/cli/run_query.h"
#include "server/cli/values/values_command.h"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <vector>

namespace {

using namespace vellum::server::cli;  // NOLINT(google-build-using-namespace): main of this folder

/// `| head` ends us quietly, also where a parent ignores the signal.
void endWithThePipe()
{
    std::signal(SIGPIPE, SIG_DFL);  // NOLINT(cert-err33-c): nothing to do if it fails
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_UNBLOCK, &pipe, nullptr);
}

/// The status, or that of an answer which could not be written.
int withWhatWasWritten(int status)
{
    std::cout.flush();
    if (status <= kWrongUsage && !std::cout) {
        complain("the result cannot be written to standard output");
        return kOutOfLimit;
    }
    return status;
}

int ask(const QueryOptions& options)
{
    // A limit of file sizes is an error of the write: the answer does not hang on the index.
    std::signal(SIGXFSZ, SIG_IGN);  // NOLINT(cert-err33-c): nothing to do if it fails
    vellum::log::start("vellum-query");
    const Interrupt interrupt;
    int status = kAnswered;
    {
        ProgressLine line;
        BackendOptions backendOptions{
            .threads = options.threads,
            .memoryBytes = options.memoryBytes,
            .noCache = options.noCache,
            .rebuild = options.rebuild,
            .cacheFolder = options.cache,
            .onProgress = [&line](const OpenProgress& progress) { line.show(progress); },
            .cancel = interrupt.token()};
        const auto makeBackend = [&] {
            return options.connect.empty() ? makeEmbeddedBackend(backendOptions)
                                           : makeRemoteBackend(options.connect, backendOptions);
        };
        status = options.query == "compare"
                     ? runCompare(options, makeBackend, std::cout, interrupt.token())
                     : runQuery(options, *makeBackend(), std::cout, interrupt.token());
    }
    if (interrupt.exitStatus() != 0 && status > kWrongUsage) {
        std::_Exit(interrupt.exitStatus());  // what is not written yet may never find a reader
    }
    return withWhatWasWritten(status);
}

}  // namespace

int main(int argc, char** argv)
{
    try {
        std::ios::sync_with_stdio(false);
        endWithThePipe();
        std::vector<const char*> words(argv, argv + argc);
        putInOneWord(words);
        if (isValuesCommand(static_cast<int>(words.size()), words.data())) {
            return withWhatWasWritten(valuesCommand(argc, argv, std::cout));
        }
        const auto parsed = parseCommandLine(static_cast<int>(words.size()), words.data());
        return parsed.exitStatus ? *parsed.exitStatus : ask(parsed.options);
    } catch (const std::bad_alloc&) {
        complain("out of memory");
        return kOutOfLimit;
    } catch (const std::exception& exception) {
        complain(exception.what());
        return kTraceUnreadable;
    }
}
