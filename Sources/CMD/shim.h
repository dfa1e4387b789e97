#include <md5.h>
#include <sha2.h>
