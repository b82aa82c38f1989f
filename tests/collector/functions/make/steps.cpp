#include <cstdio>
#include <string>
#include <vector>

extern "C" double area(double width, double height);

namespace shapes {

double sum(int count)
{
    std::vector<std::string> names;
    double all = 0;
    for (int i = 0; i < count; ++i) {
        names.push_back(std::to_string(i));
        all += area(i, 2);
    }
    return all + static_cast<double>(names.size());
}

}  // namespace shapes

int main()
{
    std::printf("%g\n", shapes::sum(10));
}
