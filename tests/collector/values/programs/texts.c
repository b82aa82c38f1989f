/* Reads a text that no symbol holds, again and again: it is looked for once and not at each access.
 *
 * found: Structured of line at fill
 */
#include <stdio.h>

long line[300];

__attribute__((noinline)) static void fill(void)
{
    for (int i = 0; i < 300; ++i) {
        line[i] = 5L * i + 1; /* here: fill */
    }
}

__attribute__((noinline)) static unsigned sum(const char* text)
{
    unsigned result = 0;
    while (*text != '\0') {
        result += (unsigned char)*text++;
    }
    return result;
}

int main(void)
{
    fill();
    unsigned result = 0;
    for (int i = 0; i < 20000; ++i) {
        result += sum("a text that lies in no object of the program");
    }
    printf("%u\n", result);
    return 0;
}
