// Names of templates as labels have them.

#include "gui/data/template_folding.h"
#include "gui/data/wording.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <random>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone

class TestTemplateFolding : public QObject {
    Q_OBJECT

private slots:
    static void namesBecomeLabels_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("label");
        const auto row = [](const char* name, const char* label) {
            QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(label);
        };
        row("main", "main");
        row("gemm<float, 128>", "gemm<float, 128>");
        row("void math::scale<float>(float*, float)", "math::scale<float>");
        row("unsigned long count<int>(int*)", "count<int>");
        row("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, "
            "at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)",
            "at::native::vectorized_elementwise_kernel<4, CUDAFunctor_add<…>, array<…>>");
        row("void reduce<(int)512, (ns::Mode)1, (bool)0>(float*)", "reduce<512, 1, 0>");
        row("std::vector<int, std::allocator<int> >::push_back(int const&)",
            "std::vector<int, allocator<…>>::push_back");
        row("void cutlass::Kernel<cutlass_80_tensorop_f16_s16816gemm_relu_f16_256x128_32x3_nn_align8>(Params)",
            "cutlass::Kernel<cutlass_80_tensorop_f16_…>");
        row("void many<int, long, short, unsigned, char, float, double, bool, wchar_t, int, long>(int)",
            "many<int, long, short, unsigned, char, float, double, …>");
        row("a::operator<(a::b const&)", "a::operator<");
        row("std::ostream& operator<< <char>(std::ostream&)", "std::ostream& operator<< <char>");
        row("bool operator-><int>(int)", "bool operator-><int>");
        row("a::operator()(int) const", "a::operator()");
        row("wait for a < b", "wait for a < b");
        row("x<y is no template", "x<y is no template");
        row("MPI_Send", "MPI_Send");
        row("void call<void (*)(int, long)>(int)", "call<void (*)(int, long)>");
        row("void pick<(1<2), true>(int)", "pick<(1<2), true>");
    }
    static void namesBecomeLabels()
    {
        QFETCH(QString, name);
        QFETCH(QString, label);
        QCOMPARE(gui::data::shortName(name.toStdString()), label);
    }

    /// Whatever comes from a trace: nothing is lost without a mark, and nothing grows.
    static void anyTextIsSurvived()
    {
        std::mt19937 random(11);
        constexpr std::string_view kLetters = "ab:<>(), -{}[]~*&9o";
        for (int round = 0; round < 5000; ++round) {
            std::string name;
            const std::size_t length = random() % 60;
            for (std::size_t i = 0; i < length; ++i) {
                const std::size_t letter = random() % (kLetters.size() + 9);
                name += letter < kLetters.size() ? std::string(1, kLetters[letter]) : "é";
            }
            const std::string folded = gui::data::foldTemplates(name);
            QVERIFY(!QString::fromStdString(folded).contains(QChar::ReplacementCharacter));
            const bool isMarked = folded.find("…") != std::string::npos;
            // Commas get a space behind them.
            const auto spaces = static_cast<std::size_t>(std::ranges::count(name, ','));
            QVERIFY2(isMarked || folded.size() <= name.size() + spaces, name.c_str());
            if (name.find('<') == std::string::npos) {
                QCOMPARE(folded, name);
            }
            QVERIFY(name.ends_with(gui::data::withoutReturnType(name)));
        }
    }
};

VELLUM_TEST_GUILESS(TestTemplateFolding)
#include "test_template_folding.moc"
