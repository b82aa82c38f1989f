// Four threads make words, sort them, count them in a map and look some of them up. The sum that is printed is always
// the same.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using Words = std::vector<std::string>;

__attribute__((noinline)) Words makeWords(std::uint32_t seed, std::size_t count)
{
    std::mt19937 random(seed);
    Words words(count);
    for (std::string& word : words) {
        const std::size_t length = 3 + random() % 9;
        for (std::size_t i = 0; i < length; ++i) {
            word += static_cast<char>('a' + random() % 6);
        }
    }
    return words;
}

__attribute__((noinline)) void sortWords(Words& words)
{
    std::sort(words.begin(), words.end());
}

__attribute__((noinline)) std::map<std::string, std::size_t> countWords(const Words& words)
{
    std::map<std::string, std::size_t> counts;
    for (const std::string& word : words) {
        ++counts[word];
    }
    return counts;
}

__attribute__((noinline)) std::size_t search(const Words& words, const Words& wanted)
{
    std::size_t found = 0;
    for (const std::string& word : wanted) {
        found += std::binary_search(words.begin(), words.end(), word) ? 1 : 0;
    }
    return found;
}

std::size_t work(std::uint32_t seed)
{
    Words words = makeWords(seed, 150'000);
    sortWords(words);
    const std::map<std::string, std::size_t> counts = countWords(words);
    return counts.size() + search(words, makeWords(seed + 100, 100'000));
}

}  // namespace

int main()
{
    std::array<std::size_t, 4> results{};
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < results.size(); ++i) {
        threads.emplace_back([i, &results] { results.at(i) = work(i); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::size_t sum = 0;
    for (const std::size_t result : results) {
        sum += result;
    }
    std::printf("%zu\n", sum);
}
