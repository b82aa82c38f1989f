/* Structures, memmove over itself in both directions, odd lengths: what is moved stays what it was.
 *
 * found: Structured of line at fill
 */
#include <stdio.h>
#include <string.h>

struct Odd {
    char bytes[29];
};

struct Odd odds[5];
char text[1000];
long line[300];

__attribute__((noinline)) static void fill(void)
{
    for (int i = 0; i < 300; ++i) {
        line[i] = 1000003L * i - 7; /* here: fill */
    }
}

__attribute__((noinline)) static unsigned sum(const char* bytes, size_t count)
{
    unsigned result = 0;
    for (size_t i = 0; i < count; ++i) {
        result = result * 31 + (unsigned char)bytes[i];
    }
    return result;
}

int main(void)
{
    fill();
    for (int i = 0; i < 1000; ++i) {
        text[i] = (char)(i * 7);
    }
    memmove(text + 1, text, 777);
    memmove(text + 3, text + 100, 555);
    memcpy(text + 900, text, 97);
    memset(text + 301, 5, 13);
    for (int i = 0; i < 29; ++i) {
        odds[0].bytes[i] = (char)i;
    }
    odds[3] = odds[0];
    odds[4] = odds[3];
    memmove(line + 1, line, 200 * sizeof *line);
    printf("%u %u %ld\n", sum(text, sizeof text), sum(odds[4].bytes, sizeof odds[4]), line[200]);
    return 0;
}
