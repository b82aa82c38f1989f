volatile int linkedCounter;

void inLinkedLibrary(int n)
{
    linkedCounter = n;
}
