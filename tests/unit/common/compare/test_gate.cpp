#include "common/compare/gate.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::checkGate;
using compare::GateOutcome;
using compare::GateSubject;
using compare::parseGate;
using compare::Run;

namespace {

constexpr std::int64_t kMs = 1'000'000;

/// Functions of 100 ms, 40 ms and 0, a group, and a length.
Run runA()
{
    Run run{.facts = {.lengthNs = 200 * kMs}};
    run.functions = {
        {.name = "idle"},
        {.name = "old", .exclusiveNs = 10 * kMs},
        {.name = "solve", .inclusiveNs = 150 * kMs, .exclusiveNs = 100 * kMs},
        {.name = "v<int>::f;g", .exclusiveNs = 40 * kMs}};
    run.groups = {{.name = "MPI", .exclusiveNs = 30 * kMs}};
    return run;
}

/// Solve takes 5 % more, MPI a third less.
Run runB()
{
    Run run{.facts = {.lengthNs = 190 * kMs}};
    run.functions = {
        {.name = "idle", .exclusiveNs = 1},
        {.name = "new", .exclusiveNs = 10 * kMs},
        {.name = "solve", .inclusiveNs = 150 * kMs, .exclusiveNs = 105 * kMs},
        {.name = "v<int>::f;g", .exclusiveNs = 40 * kMs}};
    run.groups = {{.name = "MPI", .exclusiveNs = 20 * kMs}};
    return run;
}

}  // namespace

class TestGate : public QObject {
    Q_OBJECT

private slots:
    void rulesAreRead();
    void mistakesAreSentences_data();
    void mistakesAreSentences();
    void rulesHoldOrNot_data();
    void rulesHoldOrNot();
    void theWorstOutcomeCounts();
};

void TestGate::rulesAreRead()
{
    const auto rules =
        parseGate(" total<+3% ;; function:v<int>::f <= -1.5 %; group: \"a;b\"<+20ms;");
    QVERIFY2(rules.isOk(), rules.isOk() ? "" : rules.error().message.c_str());
    QCOMPARE(rules.value().size(), std::size_t{3});
    const auto& total = rules.value()[0];
    QCOMPARE(total.subject, GateSubject::Total);
    QCOMPARE(total.percent, 3.0);
    QVERIFY(total.isRelative && !total.mayBeEqual && total.text == "total<+3%");
    const auto& function = rules.value()[1];
    QCOMPARE(function.subject, GateSubject::Function);
    QCOMPARE(function.name, std::string("v<int>::f"));
    QCOMPARE(function.percent, -1.5);
    QVERIFY(function.mayBeEqual);
    const auto& group = rules.value()[2];
    QCOMPARE(group.subject, GateSubject::Group);
    QCOMPARE(group.name, std::string("a;b"));
    QCOMPARE(group.ns, 20 * kMs);
    QVERIFY(!group.isRelative);
}

void TestGate::mistakesAreSentences_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("nothing") << ""
                             << "--gate has no rule";
    QTest::newRow("blanks") << " ; ;"
                            << "--gate has no rule";
    QTest::newRow("no sign") << "total"
                             << "the rule 'total' has no '<'";
    QTest::newRow("subject") << "solve<+3%"
                             << "not 'solve'";
    QTest::newRow("name of total") << "total:x<+3%"
                                   << "not 'total:x'";
    QTest::newRow("two signs") << "total<+-3%"
                               << "not '+-3%'";
    QTest::newRow("no name") << "function:<+3%"
                             << "names nothing behind 'function:'";
    QTest::newRow("no colon") << "function<+3%"
                              << "not 'function'";
    QTest::newRow("no limit") << "total<"
                              << "has a limit with a sign";
    QTest::newRow("limit without sign") << "total<3%"
                                        << "not '3%'";
    QTest::newRow("not a number") << "total<+x%"
                                  << "not '+x%'";
    QTest::newRow("two signs") << "total<++3%"
                               << "not '++3%'";
    QTest::newRow("infinite") << "total<+inf%"
                              << "not '+inf%'";
    QTest::newRow("less than nothing") << "total<-101%"
                                       << "not '-101%'";
    QTest::newRow("ticks") << "total<+20t"
                           << "not '+20t'";
    QTest::newRow("unit") << "total<+20"
                          << "not '+20'";
    QTest::newRow("second") << "total<+3%;x<+1%"
                            << "the rule 'x<+1%'";
    QTest::newRow("open quote") << "function:\"a;b<+3%;total"
                                << "not '+3%;total'";
}

void TestGate::mistakesAreSentences()
{
    QFETCH(QString, text);
    QFETCH(QString, part);
    const auto rules = parseGate(text.toStdString());
    QVERIFY(!rules.isOk());
    QCOMPARE(rules.error().kind, ErrorKind::InvalidArgument);
    QVERIFY2(
        QString::fromStdString(rules.error().message).contains(part),
        rules.error().message.c_str());
}

void TestGate::rulesHoldOrNot_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<int>("outcome");
    QTest::addColumn<QString>("says");
    const int kept = static_cast<int>(GateOutcome::Kept);
    const int broken = static_cast<int>(GateOutcome::Broken);
    const int without = static_cast<int>(GateOutcome::NotComparable);
    QTest::newRow("total") << "total<+4%" << kept << "150 ms in A, 155 ms in B";
    QTest::newRow("total broken") << "total<+3%" << broken << "a change of +5.00 ms, +3.33 %";
    QTest::newRow("length") << "length<-4%" << kept << "200 ms in A, 190 ms in B";
    QTest::newRow("length broken") << "length<-6%" << broken << "-10.0 ms, -5.00 %";
    QTest::newRow("just so much") << "function:solve<+5%" << broken << "is broken";
    QTest::newRow("or just so much") << "function:solve<=+5%" << kept << "is kept";
    QTest::newRow("time") << "function:solve<+5001us" << kept << "is kept";
    QTest::newRow("just the time") << "function:solve<+5ms" << broken << "is broken";
    QTest::newRow("inclusive") << "inclusive:solve<=+0%" << kept << "150 ms in A, 150 ms in B";
    QTest::newRow("no change") << "inclusive:solve<+0%" << broken << "a change of 0 s, 0.00 %";
    QTest::newRow("group") << "group:MPI<-30%" << kept << "30.0 ms in A, 20.0 ms in B";
    QTest::newRow("template") << "function:\"v<int>::f;g\"<+1%" << kept << "40.0 ms in A";
    QTest::newRow("from nothing") << "function:idle<+1000%" << broken << "0 s in A, 1.00 ns in B";
    QTest::newRow("gone") << "function:old<+5%" << without << "B has no function 'old'";
    QTest::newRow("came") << "function:new<+5%" << without << "A has no function 'new'";
    QTest::newRow("none") << "function:x<+5%" << without << "neither A nor B has a function 'x'";
    QTest::newRow("no group") << "group:x<+5%" << without << "neither A nor B has a group 'x'";
}

void TestGate::rulesHoldOrNot()
{
    QFETCH(QString, rule);
    QFETCH(int, outcome);
    QFETCH(QString, says);
    const auto rules = parseGate(rule.toStdString());
    QVERIFY2(rules.isOk(), rules.isOk() ? "" : rules.error().message.c_str());
    const auto findings = checkGate(rules.value(), runA(), runB());
    QCOMPARE(findings.rules.size(), std::size_t{1});
    const QString sentence = QString::fromStdString(findings.rules[0].says);
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
    QVERIFY2(sentence.startsWith("the rule '" + rule + "' "), qPrintable(sentence));
    QCOMPARE(static_cast<int>(findings.outcome), outcome);
}

void TestGate::theWorstOutcomeCounts()
{
    const auto outcomeOf = [](const char* text) {
        return checkGate(parseGate(text).value(), runA(), runB()).outcome;
    };
    QCOMPARE(outcomeOf("total<+9%;length<+9%"), GateOutcome::Kept);
    QCOMPARE(outcomeOf("function:x<+1%;total<+9%"), GateOutcome::NotComparable);
    QCOMPARE(outcomeOf("total<+1%;function:x<+1%;length<+9%"), GateOutcome::Broken);
}

VELLUM_TEST_APPLESS(TestGate)
#include "test_gate.moc"
