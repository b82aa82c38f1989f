volatile int pluginCounter;

void helperOfPlugin()
{
    pluginCounter = 1;
}

struct AtLoad {
    AtLoad();
};

AtLoad::AtLoad()
{
    helperOfPlugin();
}

AtLoad atLoad;

extern "C" void inPlugin()
{
    pluginCounter = 2;
}
