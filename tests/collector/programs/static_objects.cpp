// Constructors and destructors of static objects, and functions called at exit.
// visits: Object::Object() = 1
// visits: Object::~Object() = 1
// visits: atTheEnd() = 1
// visits: main = 1
// locations: 1
#include <cstdlib>

volatile int counter;

struct Object {
    Object();
    ~Object();
};

Object::Object()
{
    counter = 1;
}

Object::~Object()
{
    counter = 2;
}

void atTheEnd()
{
    counter = 3;
}

Object object;

int main()
{
    std::atexit(atTheEnd);
}
