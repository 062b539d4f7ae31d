#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

// libcurl's header is not needed to build. Names and numbers are those of curl.h and multi.h; they never change (libcurl's ABI
// policy: https://curl.se/libcurl/abi.html).
typedef struct {
    int message;
    void *easy;
    union {
        void *pointer;
        int code;
    } data;
} CURLMsg;
struct curl_slist;

enum {
    CURLE_OK = 0,
    CURL_GLOBAL_DEFAULT = 3,
    CURLMSG_DONE = 1,
    CURLOPT_WRITEDATA = 10001,
    CURLOPT_URL = 10002,
    CURLOPT_HTTPHEADER = 10023,
    CURLOPT_HEADERDATA = 10029,
    CURLOPT_NOSIGNAL = 99,
    CURLOPT_ACCEPT_ENCODING = 10102,
    CURLOPT_PRIVATE = 10103,
    CURLOPT_TIMEOUT_MS = 155,
    CURLOPT_PROTOCOLS = 181,
    CURLOPT_WRITEFUNCTION = 20011,
    CURLOPT_HEADERFUNCTION = 20079,
    CURLPROTO_HTTP = 1,
    CURLPROTO_HTTPS = 2,
    CURLINFO_PRIVATE = 0x100000 + 21,
    CURLINFO_RESPONSE_CODE = 0x200000 + 2,
};

static int (*global_init)(long);
static void *(*easy_init)(void);
static int (*easy_setopt)(void *, int, ...);
static int (*easy_getinfo)(void *, int, ...);
static void (*easy_cleanup)(void *);
static struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
static void (*slist_free_all)(struct curl_slist *);
static void *(*multi_init)(void);
static int (*multi_cleanup)(void *);
static int (*multi_add_handle)(void *, void *);
static int (*multi_remove_handle)(void *, void *);
static int (*multi_perform)(void *, int *);
static CURLMsg *(*multi_info_read)(void *, int *);
static int (*multi_poll)(void *, void *, unsigned, int, int *);
static int (*multi_wakeup)(void *);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
    const char *names[] = {
#if defined(__APPLE__)
        "libcurl.4.dylib",
#else
        "libcurl.so.4", "libcurl-gnutls.so.4",
#endif
    };
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    const struct {
        const char *name;
        void *function;
    } functions[] = {
        {"curl_global_init", &global_init},
        {"curl_easy_init", &easy_init},
        {"curl_easy_setopt", &easy_setopt},
        {"curl_easy_getinfo", &easy_getinfo},
        {"curl_easy_cleanup", &easy_cleanup},
        {"curl_slist_append", &slist_append},
        {"curl_slist_free_all", &slist_free_all},
        {"curl_multi_init", &multi_init},
        {"curl_multi_cleanup", &multi_cleanup},
        {"curl_multi_add_handle", &multi_add_handle},
        {"curl_multi_remove_handle", &multi_remove_handle},
        {"curl_multi_perform", &multi_perform},
        {"curl_multi_info_read", &multi_info_read},
        {"curl_multi_poll", &multi_poll},      // 7.66, 2019
        {"curl_multi_wakeup", &multi_wakeup},  // 7.68, 2020
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *function = dlsym(library, functions[i].name);
        if (!function) return;
        *(void **)functions[i].function = function;
    }
    is_loaded = global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int closecast_curl_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

void *closecast_curl_group(void) { return closecast_curl_load() ? multi_init() : NULL; }
void closecast_curl_group_free(void *group) { multi_cleanup(group); }

/// A transfer: libcurl does not copy the list of headers.
typedef struct {
    void *easy;
    struct curl_slist *headers;
    closecast_curl_bytes header, body;
    void *context;
} transfer;

static size_t received_header(char *bytes, size_t size, size_t count, void *data) {
    transfer *self = data;
    return self->header(self->context, bytes, size * count) ? size * count : 0;
}

static size_t received_body(char *bytes, size_t size, size_t count, void *data) {
    transfer *self = data;
    return self->body(self->context, bytes, size * count) ? size * count : 0;
}

static void transfer_free(transfer *self) {
    if (self->easy) easy_cleanup(self->easy);
    slist_free_all(self->headers);
    free(self);
}

void *closecast_curl_start(void *group, const closecast_curl_request *request) {
    transfer *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->header = request->header;
    self->body = request->body;
    self->context = request->context;
    self->easy = easy_init();
    if (!self->easy) {
        transfer_free(self);
        return NULL;
    }
    for (size_t i = 0; i < request->header_count; i++) {
        struct curl_slist *longer = slist_append(self->headers, request->headers[i]);
        if (longer) self->headers = longer;
    }
    void *easy = self->easy;
    easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    // All encodings that this libcurl can decompress.
    easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->timeout_milliseconds);
    easy_setopt(easy, CURLOPT_HTTPHEADER, self->headers);
    easy_setopt(easy, CURLOPT_HEADERFUNCTION, received_header);
    easy_setopt(easy, CURLOPT_HEADERDATA, self);
    easy_setopt(easy, CURLOPT_WRITEFUNCTION, received_body);
    easy_setopt(easy, CURLOPT_WRITEDATA, self);
    easy_setopt(easy, CURLOPT_PRIVATE, self);
    if (easy_setopt(easy, CURLOPT_URL, request->url) != CURLE_OK || multi_add_handle(group, easy) != 0) {
        transfer_free(self);
        return NULL;
    }
    return self;
}

void closecast_curl_end(void *group, void *pointer) {
    transfer *self = pointer;
    multi_remove_handle(group, self->easy);
    transfer_free(self);
}

void closecast_curl_perform(void *group) {
    int running;
    multi_perform(group, &running);
}

closecast_curl_result closecast_curl_finished(void *group) {
    closecast_curl_result result = {0};
    int left;
    for (CURLMsg *message = multi_info_read(group, &left); message; message = multi_info_read(group, &left)) {
        if (message->message != CURLMSG_DONE) continue;
        char *private = NULL;
        easy_getinfo(message->easy, CURLINFO_PRIVATE, &private);
        easy_getinfo(message->easy, CURLINFO_RESPONSE_CODE, &result.status);
        result.transfer = private;
        result.context = ((transfer *)private)->context;
        result.code = message->data.code;
        break;
    }
    return result;
}

void closecast_curl_wait(void *group, int milliseconds) { multi_poll(group, NULL, 0, milliseconds, NULL); }
void closecast_curl_wake(void *group) { multi_wakeup(group); }
