#include "collector/writer/mount_table.h"
#include "tests/support/program/test_program.h"

#include <random>
#include <string>
#include <vector>

using vellum::collector::writer::MountTable;

/// Which disk a file lies on.
class TestMountTable : public QObject {
    Q_OBJECT

private slots:
    void readsWhatTheKernelWrites();
    void leavesOutLinesThatAreCut();
    void agreesWithALookAtEveryFolderAbove();
};

namespace {

std::string pointOf(const MountTable& table, const std::string& path)
{
    const MountTable::Mount* const mount = table.find(path);
    return mount == nullptr ? "none" : mount->point;
}

}  // namespace

void TestMountTable::readsWhatTheKernelWrites()
{
    const MountTable table = MountTable::parse(
        "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
        "23 22 0:5 / /my\\040data rw master:2 propagate_from:3 - nfs4 host:/e\\134x rw\n"
        "24 22 0:6 / /tmp rw - tmpfs first rw\n"
        "25 24 0:7 / /tmp rw - tmpfs second rw\n");

    QCOMPARE(pointOf(table, "/home/a"), std::string("/"));
    QCOMPARE(pointOf(table, "/my data/b"), std::string("/my data"));
    QCOMPARE(pointOf(table, "/my database"), std::string("/"));
    QCOMPARE(table.find("/my data")->fileSystem, std::string("nfs4"));
    QCOMPARE(table.find("/my data")->source, std::string("host:/e\\x"));
    QCOMPARE(table.find("/tmp/x")->source, std::string("second"));
    QCOMPARE(pointOf(table, "pipe:[4711]"), std::string("none"));
}

void TestMountTable::leavesOutLinesThatAreCut()
{
    const MountTable table = MountTable::parse(
        "\n22 1\n22 1 8:1 / / rw\n22 1 8:1 / / rw -\n22 1 8:1 / / rw - ext4\n"
        "22 1 8:1 / nowhere rw - ext4 /dev/sda1 rw\n23 1 8:1 / /a\\04 rw - ext4 /dev/b rw");

    QCOMPARE(pointOf(table, "/home"), std::string("none"));
    QCOMPARE(pointOf(table, "/a\\04/x"), std::string("/a\\04"));
}

/// Slow and obvious: the folder itself, then each one above it, and of several mounts there the last.
void TestMountTable::agreesWithALookAtEveryFolderAbove()
{
    std::mt19937 random(1);
    const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
    const auto randomPath = [&] {
        std::string path;
        for (unsigned parts = below(5); parts > 0; --parts) {
            path += "/" + std::string(1 + below(2), static_cast<char>('a' + below(2)));
        }
        return path.empty() ? std::string("/") : path;
    };
    for (int round = 0; round < 200; ++round) {
        std::vector<std::string> points;
        std::string text;
        for (unsigned i = 0; i < 6; ++i) {
            points.push_back(randomPath());
            text += "1 1 8:1 / " + points.back() + " rw - fs" + std::to_string(i) + " dev rw\n";
        }
        const MountTable table = MountTable::parse(text);
        const std::string path = randomPath();

        std::string expected = "none";
        for (std::string folder = path;; folder.erase(folder.rfind('/'))) {
            const std::string point = folder.empty() ? "/" : folder;
            for (std::size_t i = 0; i < points.size(); ++i) {
                expected = points[i] == point ? "fs" + std::to_string(i) : expected;
            }
            if (expected != "none" || folder.empty() || folder == "/") {
                break;
            }
        }
        const MountTable::Mount* const found = table.find(path);
        QCOMPARE(found == nullptr ? "none" : found->fileSystem, expected);
    }
}

VELLUM_TEST_GUILESS(TestMountTable)
#include "test_mount_table.moc"
