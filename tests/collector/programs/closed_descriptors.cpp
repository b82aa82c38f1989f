// A program that closes every descriptor it finds, forbids itself all file modes, and leaves its folder.
// record: --buffer 192K
// visits: work(int) = 50000
// visits: late() @ main = 1
#include <sys/stat.h>
#include <unistd.h>

volatile int counter;

void work(int n)
{
    counter = n;
}

void late()
{
    counter = 0;
}

int main()
{
    for (int file = 3; file < 1024; ++file) {
        close(file);
    }
    umask(0777);
    if (chdir("/") != 0) {
        return 1;
    }
    for (int i = 0; i < 50000; ++i) {
        work(i);
    }
    late();
}
