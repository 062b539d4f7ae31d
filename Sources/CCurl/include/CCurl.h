// libcurl's multi interface, its mail by SMTP, and posts to addresses that people name, loaded when the first request is sent: linking it would add libcurl and its twenty libraries to the
// start of every program. Swift cannot call libcurl's variadic functions, so this is C.
#ifndef CLOSECAST_CCURL_H
#define CLOSECAST_CCURL_H

#include <stddef.h>

/// Receives part of a header or a body. Returns 0 to end the transfer.
typedef int (*closecast_curl_bytes)(void *_Nonnull context, const char *_Nonnull bytes, size_t count);

/// One GET request. The strings are copied.
typedef struct {
    const char *_Nonnull url;
    /// Lines such as `Accept: text/plain`.
    const char *_Nonnull const *_Nullable headers;
    size_t header_count;
    /// The longest duration from first to last byte.
    long timeout_milliseconds;
    /// Called with each header line, the status line included.
    closecast_curl_bytes _Nonnull header;
    /// Called with each part of the body, decompressed.
    closecast_curl_bytes _Nonnull body;
    /// Handed to both functions and to `closecast_curl_finished`.
    void *_Nonnull context;
} closecast_curl_request;

/// A finished transfer: its `CURLcode`, 0 for success, and the status of its answer.
typedef struct {
    void *_Nullable transfer;
    void *_Nullable context;
    int code;
    long status;
} closecast_curl_result;

/// Loads libcurl. Returns 0 if it cannot be loaded. May be called at any time, from any thread.
int closecast_curl_load(void);

/// Creates a group of transfers that share connections. All functions but `closecast_curl_wake` must be called on one thread.
void *_Nullable closecast_curl_group(void);
void closecast_curl_group_free(void *_Nonnull group);

/// Starts a transfer. Returns NULL if libcurl rejects it.
void *_Nullable closecast_curl_start(void *_Nonnull group, const closecast_curl_request *_Nonnull request);
/// Ends a transfer, finished or not, and frees it.
void closecast_curl_end(void *_Nonnull group, void *_Nonnull transfer);

/// Sends and receives what is possible now.
void closecast_curl_perform(void *_Nonnull group);
/// Returns the next finished transfer, or one without a transfer. The caller must end it.
closecast_curl_result closecast_curl_finished(void *_Nonnull group);
/// Waits until a connection can go on, `closecast_curl_wake` is called or the time is over.
void closecast_curl_wait(void *_Nonnull group, int milliseconds);
/// Ends the wait. May be called from any thread.
void closecast_curl_wake(void *_Nonnull group);

/// One mail. Nothing of it is copied: it must last for the call.
typedef struct {
    /// `smtps://host:465/name` or `smtp://host:587/name`, where `name` introduces us in EHLO.
    const char *_Nonnull url;
    /// NULL to send without authentication.
    const char *_Nullable user;
    const char *_Nullable password;
    /// A file of trusted certificates in PEM; NULL for the system's.
    const char *_Nullable ca_file;
    /// The addresses of the envelope, without angle brackets.
    const char *_Nonnull sender;
    const char *_Nonnull recipient;
    /// The message, with CRLF.
    const char *_Nonnull message;
    size_t message_size;
    long connect_milliseconds;
    long timeout_milliseconds;
    /// Asked about once a second. Returns 1 to end the transfer.
    int (*_Nonnull is_cancelled)(void *_Nonnull context);
    void *_Nonnull context;
} closecast_curl_mail_request;

/// How far a mail came.
enum closecast_curl_mail_step {
    CLOSECAST_CURL_MAIL_CONNECT,
    CLOSECAST_CURL_MAIL_HELLO,
    CLOSECAST_CURL_MAIL_TLS,
    CLOSECAST_CURL_MAIL_LOGIN,
    CLOSECAST_CURL_MAIL_SENDER,
    CLOSECAST_CURL_MAIL_RECIPIENT,
    CLOSECAST_CURL_MAIL_MESSAGE,
};

/// The outcome of a mail: a `CURLcode`, 0 for success.
typedef struct {
    int code;
    /// The server's last reply, such as 550; 0 for none.
    long reply;
    /// The extended code of the last reply, such as `5.1.1` (RFC 3463), or empty.
    char extended_reply[16];
    /// A `closecast_curl_mail_step`.
    int step;
} closecast_curl_mail_result;

/// Sends a mail and waits until the server has taken or refused it. TLS from 1.2 with a verified certificate is required, also by
/// STARTTLS; there is no way to send without. May be called on any thread. Only after a successful `closecast_curl_load`.
closecast_curl_mail_result closecast_curl_mail(const closecast_curl_mail_request *_Nonnull request);

struct sockaddr;

/// One POST to an address that a person named. Nothing of it is copied: it must last for the call.
typedef struct {
    const char *_Nonnull url;
    /// Lines such as `Content-Type: text/plain`.
    const char *_Nonnull const *_Nullable headers;
    size_t header_count;
    const char *_Nonnull body;
    size_t body_size;
    /// The longest duration from the look-up of the name to the last byte.
    long timeout_milliseconds;
    /// The most bytes that are read of headers and body.
    size_t size_limit;
    /// For tests: `HOST:PORT:ADDRESS`, what a look-up of the host's name returns; NULL to ask the system.
    const char *_Nullable resolved;
    /// Asked for the address of each connection before it is made. Returns 0 to refuse it.
    int (*_Nonnull is_allowed)(void *_Nonnull context, const struct sockaddr *_Nonnull address);
    /// Asked about once a second. Returns 1 to end the transfer.
    int (*_Nonnull is_cancelled)(void *_Nonnull context);
    void *_Nonnull context;
} closecast_curl_post_request;

/// The outcome of a POST.
typedef struct {
    /// A `CURLcode`, 0 for success.
    int code;
    /// The status of the answer; 0 for none. It may be known though the body is longer than the limit.
    long status;
    /// Whether an address was refused.
    int is_refused;
} closecast_curl_post_result;

/// Sends a POST, without a proxy and without following redirects, and waits for the answer. Certificates are verified. May be
/// called on any thread. Only after a successful `closecast_curl_load`.
closecast_curl_post_result closecast_curl_post(const closecast_curl_post_request *_Nonnull request);

#endif
