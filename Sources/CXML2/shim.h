// Without the headers of ICU, which clash with those that Foundation carries. Nothing here uses what they declare.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>
