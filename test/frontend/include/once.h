#pragma once
int once;
#include "sub/inner.h"
