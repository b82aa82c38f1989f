#include "collector/launch/options.h"
#include "collector/launch/recording.h"

#include <exception>
#include <iostream>

int main(int argc, char** argv)
{
    try {
        const auto parsed = vellum::collector::launch::parseOptions(argc, argv);
        return parsed.options ? vellum::collector::launch::record(*parsed.options)
                              : parsed.exitStatus;
    } catch (const std::exception& failure) {
        std::cerr << "vellum-record: " << failure.what() << '\n';
        return 2;
    }
}
