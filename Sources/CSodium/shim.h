// libsodium's own header, nothing of ours. Debian: libsodium-dev.
#include <sodium.h>
