#include <libxml/xmlversion.h>
// Some distributions build libxml2 with ICU and its headers then include ICU's, of which the toolchain has a copy of
// its own. Only types that are used by pointer differ.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
