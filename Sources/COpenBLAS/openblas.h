// OpenBLAS's own header: types, enums and declarations, nothing of ours. Debian: libopenblas-dev.
#include <cblas.h>
