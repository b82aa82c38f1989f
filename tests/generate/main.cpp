#include "tests/generate/big_archive.h"
#include "tests/generate/damaged_archive.h"
#include "tests/generate/kineto_file.h"
#include "tests/generate/random_archive.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

namespace {

using vellum::generate::BigOptions;
using vellum::generate::DamagedOptions;
using vellum::generate::KinetoOptions;
using vellum::generate::RandomOptions;

void addRandom(CLI::App& app, RandomOptions& options)
{
    CLI::App* command = app.add_subcommand("random", "An archive with everything, from a seed");
    command->add_option("--seed", options.seed, "Equal seeds write equal archives");
    command->add_option("--out", options.out, "Folder for traces.otf2")->required();
    command->add_option("--nodes", options.nodes, "0: drawn from the seed");
    command->add_option("--processes", options.processes, "0: drawn from the seed");
    command->add_option("--locations", options.locations, "In all; 0: drawn from the seed");
    command->add_option("--events", options.events, "About, per location");
    command->add_option("--depth", options.depth, "Of the deepest stack");
    command->add_option("--regions", options.regions, "0: drawn from the seed");
    command->add_flag("--damage", options.damage, "Wrong leaves, wrong counts, backward clocks");
}

void addBig(CLI::App& app, BigOptions& options)
{
    CLI::App* command = app.add_subcommand("big", "An archive for benchmarks, written fast");
    command->add_option("--out", options.out, "Folder for traces.otf2")->required();
    command->add_option("--locations", options.locations, "One per process");
    command->add_option("--events", options.events, "Per location");
    command->add_option(
        "--samples", options.samples, "Metric records of each iteration, of two metrics");
    command
        ->add_option(
            "--callees", options.callees, "Kernels that a kernel calls; 4: as programs have it")
        ->check(CLI::Range(1, 28));
}

void addDamaged(CLI::App& app, DamagedOptions& options)
{
    CLI::App* command = app.add_subcommand("damaged", "An archive with one kind of damage");
    command->add_option("--out", options.out, "Folder for traces.otf2")->required();
    command->add_option("--kind", options.kind, "Which")
        ->required()
        ->check(CLI::IsMember(vellum::generate::damageKinds()));
}

void addKineto(CLI::App& app, KinetoOptions& options)
{
    CLI::App* command = app.add_subcommand("kineto", "A JSON trace for benchmarks");
    command->add_option("--out", options.out, "The file")->required();
    command->add_option("--megabytes", options.megabytes, "Of JSON, about");
}

int run(int argc, char** argv)
{
    CLI::App app("Writes traces for tests and benchmarks", "vellum-generate");
    app.require_subcommand(1);
    RandomOptions random;
    BigOptions big;
    DamagedOptions damaged;
    KinetoOptions kineto;
    addRandom(app, random);
    addBig(app, big);
    addDamaged(app, damaged);
    addKineto(app, kineto);
    CLI11_PARSE(app, argc, argv);
    if (app.got_subcommand("random")) {
        vellum::generate::writeRandomArchive(random);
    } else if (app.got_subcommand("big")) {
        vellum::generate::writeBigArchive(big);
    } else if (app.got_subcommand("kineto")) {
        vellum::generate::writeKinetoFile(kineto);
    } else {
        vellum::generate::writeDamagedArchive(damaged);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "vellum-generate: %s\n", error.what());
        return 1;
    }
}
