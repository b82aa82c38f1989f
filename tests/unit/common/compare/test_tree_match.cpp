#include "common/compare/name_likeness.h"
#include "common/compare/tree_match.h"
#include "tests/support/program/test_program.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::NamedTree;
using compare::TreeMatch;

namespace {

/// A tree that owns its names.
struct Tree {
    NamedTree tree;
    std::deque<std::string> names;

    std::uint32_t add(std::string name, std::uint32_t parent)
    {
        names.push_back(std::move(name));
        tree.names.push_back(names.back());
        tree.parents.push_back(parent);
        return static_cast<std::uint32_t>(tree.parents.size() - 1);
    }
    std::uint32_t addRoot(std::string name)
    {
        return add(std::move(name), static_cast<std::uint32_t>(tree.parents.size()));
    }
    [[nodiscard]] std::uint32_t size() const
    {
        return static_cast<std::uint32_t>(tree.parents.size());
    }
    [[nodiscard]] bool isRoot(std::uint32_t node) const { return tree.parents[node] == node; }
    [[nodiscard]] std::string path(std::uint32_t node) const
    {
        const std::string name(tree.names[node]);
        return isRoot(node) ? name : path(tree.parents[node]) + ">" + name;
    }
    [[nodiscard]] std::uint32_t find(const std::string& path) const
    {
        for (std::uint32_t node = 0; node < size(); ++node) {
            if (this->path(node) == path) {
                return node;
            }
        }
        return TreeMatch::kNone;
    }
};

/// "main{solve{mul,dot},setup}"
Tree treeOf(const std::string& text)
{
    Tree tree;
    std::vector<std::uint32_t> open;
    std::string name;
    std::uint32_t last = 0;
    const auto end = [&] {
        if (!name.empty()) {
            last = open.empty() ? tree.addRoot(name) : tree.add(name, open.back());
        }
        name.clear();
    };
    for (const char c : text) {
        if (c == '{' || c == '}' || c == ',') {
            end();
            if (c == '{') {
                open.push_back(last);
            } else if (c == '}') {
                open.pop_back();
            }
        } else {
            name += c;
        }
    }
    end();
    return tree;
}

Tree randomTree(std::mt19937_64& random, std::uint32_t most, std::uint64_t names)
{
    Tree tree;
    const auto count = static_cast<std::uint32_t>(random() % (most + 1));
    for (std::uint32_t node = 0; node < count; ++node) {
        const std::string name = "function " + std::to_string(random() % names);
        if (node == 0 || random() % 6 == 0) {
            tree.addRoot(name);
        } else {
            tree.add(name, static_cast<std::uint32_t>(random() % node));
        }
    }
    return tree;
}

/// The same program a year later: some functions are gone, and what they called is called from above; some have other names.
Tree changed(const Tree& tree, std::mt19937_64& random)
{
    constexpr std::uint64_t kOneOf = 6;
    Tree later;
    std::vector<std::uint32_t> places(tree.size(), TreeMatch::kNone);
    for (std::uint32_t node = 0; node < tree.size(); ++node) {
        const std::uint32_t above =
            tree.isRoot(node) ? TreeMatch::kNone : places[tree.tree.parents[node]];
        if (random() % kOneOf == 0) {
            places[node] = above;
            continue;
        }
        const std::string name =
            std::string(tree.tree.names[node]) + (random() % kOneOf == 0 ? "0" : "");
        places[node] = above == TreeMatch::kNone ? later.addRoot(name) : later.add(name, above);
    }
    return later;
}

bool isAbove(const Tree& tree, std::uint32_t above, std::uint32_t node)
{
    while (!tree.isRoot(node)) {
        node = tree.tree.parents[node];
        if (node == above) {
            return true;
        }
    }
    return false;
}

/// Whether no node has two partners, and what is above what in A is so in B.
bool isAlignment(const Tree& a, const Tree& b, const TreeMatch& match)
{
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        for (std::uint32_t j = 0; j < a.size(); ++j) {
            const std::uint32_t inB = match.partners[i];
            const std::uint32_t other = match.partners[j];
            const bool areBoth = inB != TreeMatch::kNone && other != TreeMatch::kNone && i != j;
            if (areBoth && (inB == other || isAbove(a, i, j) != isAbove(b, inB, other))) {
                return false;
            }
        }
        const bool isSure = match.likeness[i] == 1;
        const bool isFound = match.partners[i] != TreeMatch::kNone;
        const bool isPath = isFound && a.path(i) == b.path(match.partners[i]);
        if ((isSure && !isPath) || (!isFound && match.likeness[i] != 0)) {
            return false;
        }
    }
    return match.partners.size() == a.size();
}

std::size_t countSure(const TreeMatch& match)
{
    return static_cast<std::size_t>(std::ranges::count(match.likeness, 1.0));
}

/// The most pairs of nodes with the same names from the root on that there can be, all ways tried: each node of A, in order,
/// gets each node of B that is free, has its name, and whose parent is its parent's partner; or none.
std::size_t mostSure(const Tree& a, const Tree& b, std::vector<std::uint32_t>& partners)
{
    const auto node = static_cast<std::uint32_t>(partners.size());
    if (node == a.size()) {
        return 0;
    }
    partners.push_back(TreeMatch::kNone);
    std::size_t most = mostSure(a, b, partners);
    for (std::uint32_t other = 0; other < b.size(); ++other) {
        const bool fits =
            a.tree.names[node] == b.tree.names[other] && a.isRoot(node) == b.isRoot(other)
            && (a.isRoot(node) || partners[a.tree.parents[node]] == b.tree.parents[other])
            && std::ranges::count(partners, other) == 0;
        if (fits) {
            partners[node] = other;
            most = std::max(most, 1 + mostSure(a, b, partners));
            partners[node] = TreeMatch::kNone;
        }
    }
    partners.pop_back();
    return most;
}

/// Whether the names below a parent are all different, as in a tree that a call tree is made of.
bool hasDifferentSiblings(const Tree& tree)
{
    std::map<std::string, int> paths;
    for (std::uint32_t node = 0; node < tree.size(); ++node) {
        if (++paths[tree.path(node)] > 1) {
            return false;
        }
    }
    return true;
}

/// "main>solve = main>cg" for each guess.
QStringList guesses(const Tree& a, const Tree& b)
{
    const TreeMatch match = compare::matchTrees(a.tree, b.tree);
    QStringList all;
    for (std::uint32_t node = 0; node < a.size(); ++node) {
        if (match.partners[node] != TreeMatch::kNone && match.likeness[node] < 1) {
            const std::string line = a.path(node) + " = " + b.path(match.partners[node]);
            all.push_back(QString::fromStdString(line));
        }
    }
    if (!isAlignment(a, b, match)) {
        all.push_back(QStringLiteral("no alignment"));
    }
    return all;
}

/// By the header's formula, of leaves that are all that is left.
double slowLikeness(const Tree& a, const Tree& b, std::uint32_t i, std::uint32_t j)
{
    const compare::NameShape inA(a.tree.names[i]);
    const compare::NameShape inB(b.tree.names[j]);
    const double apart = std::abs((i + 0.5) / a.size() - (j + 0.5) / b.size());
    const double likeness = (0.5 * inA.likeness(inB) + 0.05 * (1 - apart)) / 0.55;
    return likeness >= compare::kLeastLikeness ? likeness : 0;
}

double bestSum(const Tree& a, const Tree& b, std::uint32_t i, unsigned used)
{
    if (i == a.size()) {
        return 0;
    }
    double best = bestSum(a, b, i + 1, used);
    for (std::uint32_t j = 0; j < b.size(); ++j) {
        if ((used & (1U << j)) == 0) {
            const double rest = bestSum(a, b, i + 1, used | (1U << j));
            best = std::max(best, slowLikeness(a, b, i, j) + rest);
        }
    }
    return best;
}

Tree randomLeaves(std::mt19937_64& random, char prefix)
{
    Tree tree;
    for (std::uint64_t i = random() % 7; i > 0; --i) {
        std::string name = "step_";
        for (int letter = 0; letter < 4; ++letter) {
            name += static_cast<char>('a' + random() % 3);
        }
        tree.addRoot(name + prefix);
    }
    return tree;
}

Tree chain(std::uint32_t depth, const std::string& name)
{
    Tree tree;
    tree.addRoot(name);
    for (std::uint32_t node = 1; node < depth; ++node) {
        tree.add(name, node - 1);
    }
    return tree;
}

Tree fan(std::uint32_t width, const std::string& name)
{
    Tree tree;
    tree.addRoot("main");
    for (std::uint32_t node = 1; node < width; ++node) {
        tree.add(name + std::to_string(node), 0);
    }
    return tree;
}

bool arePaired(
    const Tree& a,
    const Tree& b,
    const TreeMatch& match,
    std::string_view nameInA,
    std::string_view nameInB)
{
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        const std::uint32_t j = match.partners[i];
        if (j != TreeMatch::kNone && a.tree.names[i] == nameInA && b.tree.names[j] == nameInB) {
            return true;
        }
    }
    return false;
}

/// The first pair of different names.
std::optional<compare::NamePair> firstGuess(const Tree& a, const Tree& b, const TreeMatch& match)
{
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        const std::uint32_t j = match.partners[i];
        if (j != TreeMatch::kNone && a.tree.names[i] != b.tree.names[j]) {
            return compare::NamePair{
                .a = std::string(a.tree.names[i]), .b = std::string(b.tree.names[j])};
        }
    }
    return std::nullopt;
}

/// Whether no two names of \p apart are matched, unless they are one name.
bool areApart(
    const Tree& a,
    const Tree& b,
    const TreeMatch& match,
    const std::vector<compare::NamePair>& apart)
{
    return std::ranges::none_of(apart, [&](const compare::NamePair& pair) {
        return pair.a != pair.b && arePaired(a, b, match, pair.a, pair.b);
    });
}

}  // namespace

class TestTreeMatch : public QObject {
    Q_OBJECT

private slots:
    void equalTreesArePairedWithoutAGuess();
    void randomTreesAreAlignedAndSureOnesAreAsManyAsCanBe();
    void repeatedSiblingsAreAlignedToo();
    void guessesHaveHalfOfTheBestSumAtLeast();
    void changesThatWereMadeAreFound_data();
    void changesThatWereMadeAreFound();
    void whatIsUnlikeStaysAlone();
    void likenessIsThatOfTheLeastSurePairAbove();
    void whatIsSaidToBeTheSameIsOneName();
    void whatIsSaidToBeApartIsNoGuess();
    void whatIsStoppedEnds();
    void deepAndWideTreesEnd_data();
    void deepAndWideTreesEnd();
};

void TestTreeMatch::equalTreesArePairedWithoutAGuess()
{
    std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same trees each time
    for (int round = 0; round < 300; ++round) {
        const Tree tree = randomTree(random, 60, 4);
        const TreeMatch match = compare::matchTrees(tree.tree, tree.tree);
        QCOMPARE(countSure(match), std::size_t{tree.size()});
        for (std::uint32_t node = 0; node < tree.size(); ++node) {
            QCOMPARE(match.partners[node], node);
        }
    }
}

void TestTreeMatch::randomTreesAreAlignedAndSureOnesAreAsManyAsCanBe()
{
    std::mt19937_64 random(2);  // NOLINT(cert-msc32-c,cert-msc51-cpp)
    std::size_t sure = 0;
    for (int round = 0; round < 4000; ++round) {
        const Tree a = randomTree(random, 8, 5);
        const Tree b = changed(a, random);
        const TreeMatch match = compare::matchTrees(a.tree, b.tree);
        QVERIFY2(isAlignment(a, b, match), qPrintable(QString::number(round)));
        if (hasDifferentSiblings(a) && hasDifferentSiblings(b)) {
            std::vector<std::uint32_t> partners;
            const std::size_t most = mostSure(a, b, partners);
            QCOMPARE(countSure(match), most);
            sure += most;
        }
    }
    QVERIFY(sure > 1000);
}

void TestTreeMatch::repeatedSiblingsAreAlignedToo()
{
    std::mt19937_64 random(3);  // NOLINT(cert-msc32-c,cert-msc51-cpp)
    for (int round = 0; round < 500; ++round) {
        const Tree a = randomTree(random, 40, 1 + random() % 12);
        const Tree b = randomTree(random, 40, 1 + random() % 12);
        const TreeMatch match = compare::matchTrees(a.tree, b.tree);
        QVERIFY2(isAlignment(a, b, match), qPrintable(QString::number(round)));
    }
}

void TestTreeMatch::guessesHaveHalfOfTheBestSumAtLeast()
{
    std::mt19937_64 random(4);  // NOLINT(cert-msc32-c,cert-msc51-cpp)
    double greedy = 0;
    double all = 0;
    for (int round = 0; round < 1000; ++round) {
        const Tree a = randomLeaves(random, 'x');
        const Tree b = randomLeaves(random, 'y');
        const TreeMatch match = compare::matchTrees(a.tree, b.tree);
        double sum = 0;
        for (std::uint32_t i = 0; i < a.size(); ++i) {
            const std::uint32_t j = match.partners[i];
            const double slow = j == TreeMatch::kNone ? 0 : slowLikeness(a, b, i, j);
            QVERIFY(std::abs(slow - match.likeness[i]) < 1e-12);
            sum += slow;
        }
        const double best = bestSum(a, b, 0, 0);
        QVERIFY(sum >= best / 2 - 1e-9 && sum <= best + 1e-9);
        greedy += sum;
        all += best;
    }
    QVERIFY2(greedy > 0.9 * all && all > 100, qPrintable(QString::number(greedy / all)));
}

void TestTreeMatch::changesThatWereMadeAreFound_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<QStringList>("wanted");
    QTest::newRow("renamed a little")
        << "main{solve{mul},setup}"
        << "main{solve_v2{mul},setup}"
        << QStringList{"main>solve = main>solve_v2", "main>solve>mul = main>solve_v2>mul"};
    QTest::newRow("renamed altogether, same children")
        << "main{solve{mul,dot},setup{read}}"
        << "main{cgIterate{mul,dot},setup{read}}"
        << QStringList{
               "main>solve = main>cgIterate",
               "main>solve>mul = main>cgIterate>mul",
               "main>solve>dot = main>cgIterate>dot"};
    QTest::newRow("wrapper put in") << "main{solve{mul},setup}"
                                    << "main{runAll{solve{mul},setup}}"
                                    << QStringList{
                                           "main>solve = main>runAll>solve",
                                           "main>solve>mul = main>runAll>solve>mul",
                                           "main>setup = main>runAll>setup"};
    QTest::newRow("wrapper taken away")
        << "main{runAll{solve{mul}},io}"
        << "main{io,solve{mul}}"
        << QStringList{"main>runAll>solve = main>solve", "main>runAll>solve>mul = main>solve>mul"};
    QTest::newRow("two wrappers") << "main{solve{mul}}"
                                  << "main{tryIt{runAll{solve{mul}}}}"
                                  << QStringList{
                                         "main>solve = main>tryIt>runAll>solve",
                                         "main>solve>mul = main>tryIt>runAll>solve>mul"};
    QTest::newRow("wrapper and something of its own")
        << "main{solve,setupMesh}"
        << "main{runAll{solve,setupMesh2}}"
        << QStringList{"main>solve = main>runAll>solve", "main>setupMesh = main>runAll>setupMesh2"};
    QTest::newRow("siblings in another order") << "main{a,b,c}"
                                               << "main{c,a,b}" << QStringList();
    QTest::newRow("template arguments")
        << "main{void gemm<float_128>(float*),void axpy<float_4>(float*)}"
        << "main{void axpy<double_2>(double*),void gemm<half_64>(half*)}"
        << QStringList{
               "main>void gemm<float_128>(float*) = main>void gemm<half_64>(half*)",
               "main>void axpy<float_4>(float*) = main>void axpy<double_2>(double*)"};
    QTest::newRow("two kernels of one template")
        << "main{void k<float_1>(),void k<double_1>()}"
        << "main{void k<double_8>(),void k<float_8>()}"
        << QStringList{
               "main>void k<float_1>() = main>void k<float_8>()",
               "main>void k<double_1>() = main>void k<double_8>()"};
    QTest::newRow("suffixes of copies") << "main{f{x},g.constprop.1,h [clone .cold]}"
                                        << "main{f.isra.0{x},g,h}"
                                        << QStringList{
                                               "main>f = main>f.isra.0",
                                               "main>f>x = main>f.isra.0>x",
                                               "main>g.constprop.1 = main>g",
                                               "main>h [clone .cold] = main>h"};
    QTest::newRow("root renamed") << "main{solve}"
                                  << "MAIN__{solve}"
                                  << QStringList{"main = MAIN__", "main>solve = MAIN__>solve"};
    QTest::newRow("a rename is no wrapper")
        << "main{solve{mul},mul}"
        << "main{solve2{mul},other}"
        << QStringList{"main>solve = main>solve2", "main>solve>mul = main>solve2>mul"};
}

void TestTreeMatch::changesThatWereMadeAreFound()
{
    QFETCH(QString, a);
    QFETCH(QString, b);
    QFETCH(QStringList, wanted);
    QCOMPARE(guesses(treeOf(a.toStdString()), treeOf(b.toStdString())), wanted);
}

void TestTreeMatch::whatIsUnlikeStaysAlone()
{
    QCOMPARE(guesses(treeOf("main{alloc,MPI_Send}"), treeOf("main{free,MPI_Recv}")), QStringList());
    QCOMPARE(guesses(treeOf("main{alloc{x,y}}"), treeOf("main{free{u,v}}")), QStringList());
    QCOMPARE(guesses(treeOf(""), treeOf("main")), QStringList());
    QCOMPARE(guesses(treeOf("main"), treeOf("")), QStringList());
    QCOMPARE(guesses(treeOf(""), treeOf("")), QStringList());
}

void TestTreeMatch::likenessIsThatOfTheLeastSurePairAbove()
{
    const Tree a = treeOf("main{w{f{g.isra.0}}}");
    const Tree b = treeOf("main{w{v{f{g}}}}");
    const TreeMatch match = compare::matchTrees(a.tree, b.tree);
    QCOMPARE(match.likeness[a.find("main>w")], 1.0);
    QCOMPARE(match.likeness[a.find("main>w>f")], compare::kThroughWrapper);
    QVERIFY(match.likeness[a.find("main>w>f>g.isra.0")] <= compare::kThroughWrapper);
    QVERIFY(match.likeness[a.find("main>w>f>g.isra.0")] > 0.8);
}

/// As if B's functions had been given their names in A, and B's own of these names new ones.
void TestTreeMatch::whatIsSaidToBeTheSameIsOneName()
{
    std::mt19937_64 random(6);  // NOLINT(cert-msc32-c,cert-msc51-cpp)
    const compare::NameChoices choices{
        .same = {{.a = "function 0", .b = "function 1"}, {.a = "function 2", .b = "new"}},
        .apart = {}};
    for (int round = 0; round < 500; ++round) {
        const Tree a = randomTree(random, 40, 5);
        Tree b = randomTree(random, 40, 5);
        Tree renamed = b;
        for (std::uint32_t node = 0; node < b.size(); ++node) {
            const bool isNew = b.tree.names[node] == "function 2" && random() % 2 == 0;
            b.tree.names[node] = isNew ? "new" : b.tree.names[node];
            const std::string_view name = b.tree.names[node];
            renamed.tree.names[node] = name == "function 1"   ? std::string_view("function 0")
                                       : name == "new"        ? std::string_view("function 2")
                                       : name == "function 0" ? std::string_view("function 0\0", 11)
                                       : name == "function 2" ? std::string_view("function 2\0", 11)
                                                              : name;
        }
        const TreeMatch match = compare::matchTrees(a.tree, b.tree, choices);
        const TreeMatch wanted = compare::matchTrees(a.tree, renamed.tree);
        QVERIFY(match.partners == wanted.partners);
        QVERIFY(match.likeness == wanted.likeness);
    }
}

/// Of each guess that is made its two names are set apart, until there are no more.
void TestTreeMatch::whatIsSaidToBeApartIsNoGuess()
{
    std::mt19937_64 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp)
    int undone = 0;
    for (int round = 0; round < 100; ++round) {
        const Tree a = randomTree(random, 30, 6);
        const Tree b = changed(a, random);
        compare::NameChoices choices;
        for (;;) {
            const TreeMatch match = compare::matchTrees(a.tree, b.tree, choices);
            QVERIFY(isAlignment(a, b, match));
            QVERIFY(areApart(a, b, match, choices.apart));
            const auto guess = firstGuess(a, b, match);
            if (!guess) {
                break;
            }
            choices.apart.push_back(*guess);
            ++undone;
        }
    }
    QVERIFY(undone > 100);
    // A function that is called through one more.
    const Tree direct = treeOf("main{solve{mul}}");
    const Tree wrapped = treeOf("main{layer{solve{mul}}}");
    const std::uint32_t solve = direct.find("main>solve");
    QCOMPARE(
        compare::matchTrees(direct.tree, wrapped.tree).partners[solve],
        wrapped.find("main>layer>solve"));
    const compare::NameChoices choices{.same = {}, .apart = {{.a = "solve", .b = "solve"}}};
    const TreeMatch apart = compare::matchTrees(direct.tree, wrapped.tree, choices);
    QVERIFY(apart.partners[solve] != wrapped.find("main>layer>solve"));
    // Where they are called by the same, they are no guess, and stay together.
    QCOMPARE(compare::matchTrees(direct.tree, direct.tree, choices).partners[solve], solve);
}

void TestTreeMatch::whatIsStoppedEnds()
{
    const Tree tree = treeOf("main{solve{mul,dot},setup}");
    std::stop_source stop;
    stop.request_stop();
    const TreeMatch match = compare::matchTrees(tree.tree, tree.tree, {}, stop.get_token());
    QCOMPARE(std::ranges::count(match.partners, TreeMatch::kNone), std::ptrdiff_t{5});
}

void TestTreeMatch::deepAndWideTreesEnd_data()
{
    QTest::addColumn<bool>("isDeep");
    QTest::addColumn<QString>("nameInB");
    QTest::addColumn<bool>("isSure");
    QTest::addColumn<std::uint32_t>("nodes");
    constexpr std::uint32_t kMany = 1'000'000;
    QTest::newRow("deep and equal") << true << "f" << true << kMany;
    QTest::newRow("deep and renamed") << true << "f.isra.0" << false << kMany;
    QTest::newRow("wide and equal") << false << "f" << true << kMany;
    QTest::newRow("wide and renamed") << false << "g_" << false << kMany / 5;
}

void TestTreeMatch::deepAndWideTreesEnd()
{
    QFETCH(bool, isDeep);
    QFETCH(QString, nameInB);
    QFETCH(bool, isSure);
    QFETCH(std::uint32_t, nodes);
    const Tree a = isDeep ? chain(nodes, "f") : fan(nodes, "f");
    const Tree b = isDeep ? chain(nodes, nameInB.toStdString()) : fan(nodes, nameInB.toStdString());
    const TreeMatch match = compare::matchTrees(a.tree, b.tree);
    QCOMPARE(match.partners.size(), std::size_t{nodes});
    QCOMPARE(countSure(match) == nodes, isSure);
    if (isDeep) {
        QCOMPARE(match.partners.back(), nodes - 1);
    }
}

VELLUM_TEST_APPLESS(TestTreeMatch)
#include "test_tree_match.moc"
