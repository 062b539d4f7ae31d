#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

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
// Its last member is longer than a `struct sockaddr` for IPv6.
struct curl_sockaddr {
    int family;
    int socktype;
    int protocol;
    unsigned int addrlen;
    struct sockaddr addr;
};

enum {
    CURLE_OK = 0,
    CURL_GLOBAL_DEFAULT = 3,
    CURLMSG_DONE = 1,
    CURLOPT_WRITEDATA = 10001,
    CURLOPT_URL = 10002,
    CURLOPT_PROXY = 10004,
    CURLOPT_READDATA = 10009,
    CURLOPT_HTTPHEADER = 10023,
    CURLOPT_POSTFIELDS = 10015,
    CURLOPT_HEADERDATA = 10029,
    CURLOPT_CAINFO = 10065,
    CURLOPT_DEBUGDATA = 10095,
    CURLOPT_CAPATH = 10097,
    CURLOPT_ACCEPT_ENCODING = 10102,
    CURLOPT_PRIVATE = 10103,
    CURLOPT_OPENSOCKETDATA = 10164,
    CURLOPT_RESOLVE = 10203,
    CURLOPT_USERNAME = 10173,
    CURLOPT_PASSWORD = 10174,
    CURLOPT_MAIL_FROM = 10186,
    CURLOPT_MAIL_RCPT = 10187,
    CURLOPT_XFERINFODATA = 10057,
    CURLOPT_SSLVERSION = 32,
    CURLOPT_VERBOSE = 41,
    CURLOPT_NOPROGRESS = 43,
    CURLOPT_UPLOAD = 46,
    CURLOPT_POST = 47,
    CURLOPT_FOLLOWLOCATION = 52,
    CURLOPT_POSTFIELDSIZE = 60,
    CURLOPT_SSL_VERIFYPEER = 64,
    CURLOPT_FORBID_REUSE = 75,
    CURLOPT_SSL_VERIFYHOST = 81,
    CURLOPT_NOSIGNAL = 99,
    CURLOPT_SERVER_RESPONSE_TIMEOUT = 112,
    CURLOPT_USE_SSL = 119,
    CURLOPT_TIMEOUT_MS = 155,
    CURLOPT_CONNECTTIMEOUT_MS = 156,
    CURLOPT_PROTOCOLS = 181,
    CURLOPT_WRITEFUNCTION = 20011,
    CURLOPT_READFUNCTION = 20012,
    CURLOPT_HEADERFUNCTION = 20079,
    CURLOPT_DEBUGFUNCTION = 20094,
    CURLOPT_OPENSOCKETFUNCTION = 20163,
    CURLOPT_XFERINFOFUNCTION = 20219,
    CURLPROTO_HTTP = 1,
    CURLPROTO_HTTPS = 2,
    CURLPROTO_SMTP = 1 << 16,
    CURLPROTO_SMTPS = 1 << 17,
    CURLUSESSL_ALL = 3,
    CURL_SSLVERSION_TLSv1_2 = 6,
    CURLE_FAILED_INIT = 2,
    CURL_SOCKET_BAD = -1,
    CURLINFO_PRIVATE = 0x100000 + 21,
    CURLINFO_RESPONSE_CODE = 0x200000 + 2,
};

static int (*global_init)(long);
static void *(*easy_init)(void);
static int (*easy_setopt)(void *, int, ...);
static int (*easy_getinfo)(void *, int, ...);
static int (*easy_perform)(void *);
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
        {"curl_easy_perform", &easy_perform},
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

// MARK: Signals

/// TLS libraries may raise SIGPIPE, which ends the process, when a server closes the connection.
static void block_pipe_signals(sigset_t *old) {
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, old);
}

static void unblock_pipe_signals(const sigset_t *old) {
    if (sigismember(old, SIGPIPE)) return;
    sigset_t pipe, pending;
    int signal;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    if (sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE)) sigwait(&pipe, &signal);
    pthread_sigmask(SIG_SETMASK, old, NULL);
}

// MARK: Mail

typedef struct {
    const closecast_curl_mail_request *request;
    size_t sent;
    int is_quitting;
    closecast_curl_mail_result result;
} mail;

static size_t read_message(char *bytes, size_t size, size_t count, void *data) {
    mail *self = data;
    size_t left = self->request->message_size - self->sent;
    size_t length = size * count < left ? size * count : left;
    memcpy(bytes, self->request->message + self->sent, length);
    self->sent += length;
    return length;
}

static int mail_progress(void *data, long long download, long long downloaded, long long upload, long long uploaded) {
    (void)download, (void)downloaded, (void)upload, (void)uploaded;
    mail *self = data;
    return self->request->is_cancelled(self->request->context);
}

static int begins(const char *line, size_t count, const char *start) {
    size_t length = strlen(start);
    return count >= length && memcmp(line, start, length) == 0;
}

static void mail_command(mail *self, const char *line, size_t count) {
    static const struct {
        const char *start;
        int step;
    } commands[] = {
        {"EHLO ", CLOSECAST_CURL_MAIL_HELLO},         {"HELO ", CLOSECAST_CURL_MAIL_HELLO},
        {"STARTTLS", CLOSECAST_CURL_MAIL_TLS},        {"AUTH ", CLOSECAST_CURL_MAIL_LOGIN},
        {"MAIL FROM:", CLOSECAST_CURL_MAIL_SENDER},   {"RCPT TO:", CLOSECAST_CURL_MAIL_RECIPIENT},
        {"DATA\r\n", CLOSECAST_CURL_MAIL_MESSAGE},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (begins(line, count, commands[i].start)) self->result.step = commands[i].step;
    }
}

/// Keeps the codes of a reply such as `550 5.1.1 No such user`. The rest may contain addresses and texts of the mail.
static void mail_reply(mail *self, const char *line, size_t count) {
    char *code = self->result.extended_reply;
    size_t length = 0;
    if (count < 4 || line[0] < '2' || line[0] > '5') return;
    self->result.reply = (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0');
    while (4 + length < count && length + 1 < sizeof self->result.extended_reply) {
        char next = line[4 + length];
        if ((next < '0' || next > '9') && next != '.') break;
        code[length++] = next;
    }
    if (length < 5 || code[1] != '.') length = 0;
    code[length] = 0;
}

/// Sees all lines of the conversation. Keeps nothing of them but the step and the codes: some contain the password.
static int mail_line(void *easy, int kind, char *line, size_t count, void *data) {
    (void)easy;
    enum { HEADER_IN = 1, HEADER_OUT = 2 };
    mail *self = data;
    // Its reply says nothing about the mail.
    if (kind == HEADER_OUT && begins(line, count, "QUIT")) self->is_quitting = 1;
    if (self->is_quitting) return 0;
    if (kind == HEADER_OUT) mail_command(self, line, count);
    if (kind == HEADER_IN) mail_reply(self, line, count);
    return 0;
}

static size_t ignore_bytes(char *bytes, size_t size, size_t count, void *data) {
    (void)bytes, (void)data;
    return size * count;
}

/// Returns the first error: a libcurl that does not know one of these options must not send.
static int mail_options(void *easy, mail *self, struct curl_slist *recipients) {
    const closecast_curl_mail_request *request = self->request;
    int code = CURLE_OK;
#define SET(option, value) \
    if (code == CURLE_OK) code = easy_setopt(easy, option, value)
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_SMTP | CURLPROTO_SMTPS));
    SET(CURLOPT_USE_SSL, (long)CURLUSESSL_ALL);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (request->ca_file) {
        SET(CURLOPT_CAINFO, request->ca_file);
        // Not the system's folder as well. Libraries without folders refuse the option.
        easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    // No proxy of the environment.
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
    SET(CURLOPT_TIMEOUT_MS, request->timeout_milliseconds);
    // For the reply to QUIT, which the time limit does not cover.
    SET(CURLOPT_SERVER_RESPONSE_TIMEOUT, (request->timeout_milliseconds + 999) / 1000);
    SET(CURLOPT_FORBID_REUSE, 1L);
    SET(CURLOPT_URL, request->url);
    if (request->user) SET(CURLOPT_USERNAME, request->user);
    if (request->password) SET(CURLOPT_PASSWORD, request->password);
    SET(CURLOPT_MAIL_FROM, request->sender);
    SET(CURLOPT_MAIL_RCPT, recipients);
    SET(CURLOPT_UPLOAD, 1L);
    SET(CURLOPT_READFUNCTION, read_message);
    SET(CURLOPT_READDATA, self);
    // Without these, libcurl prints replies and the conversation.
    SET(CURLOPT_WRITEFUNCTION, ignore_bytes);
    SET(CURLOPT_DEBUGFUNCTION, mail_line);
    SET(CURLOPT_DEBUGDATA, self);
    SET(CURLOPT_VERBOSE, 1L);
    SET(CURLOPT_XFERINFOFUNCTION, mail_progress);
    SET(CURLOPT_XFERINFODATA, self);
    SET(CURLOPT_NOPROGRESS, 0L);
#undef SET
    return code;
}

closecast_curl_mail_result closecast_curl_mail(const closecast_curl_mail_request *request) {
    mail self = {.request = request, .result = {.code = CURLE_FAILED_INIT}};
    sigset_t old;
    block_pipe_signals(&old);

    void *easy = easy_init();
    struct curl_slist *recipients = slist_append(NULL, request->recipient);
    if (easy && recipients) {
        self.result.code = mail_options(easy, &self, recipients);
        if (self.result.code == CURLE_OK) self.result.code = easy_perform(easy);
    }
    if (easy) easy_cleanup(easy);
    slist_free_all(recipients);

    unblock_pipe_signals(&old);
    return self.result;
}

// MARK: Posts to addresses that people name

typedef struct {
    const closecast_curl_post_request *request;
    size_t received;
    closecast_curl_post_result result;
} post;

/// Called between the look-up of a name and the connection, with the address that the connection is made to.
static int open_allowed_socket(void *data, int purpose, struct curl_sockaddr *address) {
    (void)purpose;
    post *self = data;
    if (!self->request->is_allowed(self->request->context, &address->addr)) {
        self->result.is_refused = 1;
        return CURL_SOCKET_BAD;
    }
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    return socket(address->family, address->socktype, address->protocol);
#endif
}

static size_t count_bytes(char *bytes, size_t size, size_t count, void *data) {
    (void)bytes;
    post *self = data;
    self->received += size * count;
    return self->received > self->request->size_limit ? 0 : size * count;
}

static int post_progress(void *data, long long download, long long downloaded, long long upload, long long uploaded) {
    (void)download, (void)downloaded, (void)upload, (void)uploaded;
    post *self = data;
    return self->request->is_cancelled(self->request->context);
}

/// Returns the first error: a libcurl that does not know one of these options must not send.
static int post_options(void *easy, post *self, struct curl_slist *headers, struct curl_slist *names) {
    const closecast_curl_post_request *request = self->request;
    int code = CURLE_OK;
#define SET(option, value) \
    if (code == CURLE_OK) code = easy_setopt(easy, option, value)
    SET(CURLOPT_OPENSOCKETFUNCTION, open_allowed_socket);
    SET(CURLOPT_OPENSOCKETDATA, self);
    // A proxy of the environment would connect to any address.
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_TIMEOUT_MS, request->timeout_milliseconds);
    SET(CURLOPT_FORBID_REUSE, 1L);
    SET(CURLOPT_POST, 1L);
    SET(CURLOPT_POSTFIELDSIZE, (long)request->body_size);
    SET(CURLOPT_POSTFIELDS, request->body);
    SET(CURLOPT_HTTPHEADER, headers);
    if (names) SET(CURLOPT_RESOLVE, names);
    SET(CURLOPT_WRITEFUNCTION, count_bytes);
    SET(CURLOPT_WRITEDATA, self);
    SET(CURLOPT_HEADERFUNCTION, count_bytes);
    SET(CURLOPT_HEADERDATA, self);
    SET(CURLOPT_XFERINFOFUNCTION, post_progress);
    SET(CURLOPT_XFERINFODATA, self);
    SET(CURLOPT_NOPROGRESS, 0L);
    SET(CURLOPT_URL, request->url);
#undef SET
    return code;
}

closecast_curl_post_result closecast_curl_post(const closecast_curl_post_request *request) {
    post self = {.request = request, .result = {.code = CURLE_FAILED_INIT}};
    sigset_t old;
    block_pipe_signals(&old);
    struct curl_slist *headers = NULL, *names = NULL;
    int is_complete = 1;
    for (size_t i = 0; i < request->header_count; i++) {
        struct curl_slist *longer = slist_append(headers, request->headers[i]);
        if (longer) headers = longer;
        is_complete = is_complete && longer;
    }
    if (request->resolved) {
        names = slist_append(NULL, request->resolved);
        if (!names) is_complete = 0;
    }
    void *easy = easy_init();
    if (easy && is_complete) {
        self.result.code = post_options(easy, &self, headers, names);
        if (self.result.code == CURLE_OK) self.result.code = easy_perform(easy);
        easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &self.result.status);
    }
    if (easy) easy_cleanup(easy);
    slist_free_all(headers);
    slist_free_all(names);
    unblock_pipe_signals(&old);
    return self.result;
}
