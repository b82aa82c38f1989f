#include "gui/data/data_source.h"
