#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One request to a server and its answer, under way or ended.
typedef struct ccurl_transfer ccurl_transfer;

/// Connections that stay open for further requests. It has one owner, in one thread at a time.
typedef struct ccurl_session ccurl_session;

/// Takes some bytes of an answer; `one` is 1. What it returns other than `count` ends the transfer.
typedef size_t (*ccurl_take)(char *bytes, size_t one, size_t count, void *context);

/// What to ask. The texts are copied.
typedef struct {
  const char *url;
  const char *user_agent;
  /// `4711-`; null for the whole.
  const char *range;
  /// A header line; null for none.
  const char *header;
  /// A file with the certificates that are trusted; null for those of the system.
  const char *certificates;
  /// Asks for the headers only.
  bool is_head;
  /// `PUT`; null for GET, or for POST with a body.
  const char *method;
  /// The body to send; null for none.
  const void *body;
  size_t body_count;
  /// Further header lines.
  const char *const *headers;
  size_t header_count;
  int64_t connect_timeout_ms;
  /// For the whole transfer; 0 for no limit.
  int64_t timeout_ms;
  ccurl_take take_header;
  ccurl_take take_body;
  void *context;
} ccurl_request;

/// Loads the library on the first call; later calls return the same. Safe from any thread.
///
/// Returns null, or the reason why it cannot be used.
const char *ccurl_load(void);

/// Begins a transfer. Returns null if memory is short or the request makes no sense.
///
/// Precondition: `ccurl_load` has returned null.
ccurl_transfer *ccurl_begin(const ccurl_request *request);

/// Opens a session without connections. Returns null if memory is short.
///
/// Precondition: `ccurl_load` has returned null.
ccurl_session *ccurl_open(void);

/// Begins a transfer over a connection of a session, or a new one that the session then keeps. The length that the
/// server tells ends an answer, and only the header lines of the request are sent beside those that must be.
///
/// Returns null if memory is short or the request makes no sense.
ccurl_transfer *ccurl_begin_in(ccurl_session *session, const ccurl_request *request);

/// Closes a session and its connections. Its transfers must have ended.
void ccurl_close(ccurl_session *session);

/// Moves bytes; waits for at most `wait_ms` if there are none.
///
/// Returns -1 while the transfer is under way, then its CURLcode.
int ccurl_step(ccurl_transfer *transfer, int wait_ms);

/// The reason of a CURLcode, as exact as it is known.
const char *ccurl_reason(const ccurl_transfer *transfer, int code);

/// The status of the answer; 0 before there is one.
long ccurl_status(const ccurl_transfer *transfer);

/// The status with which a proxy answered CONNECT; 0 if none did.
long ccurl_proxy_status(const ccurl_transfer *transfer);

/// Whether the name of the server, or of its proxy, has led to an address.
bool ccurl_found_host(const ccurl_transfer *transfer);

/// Seconds after which the server wants to be asked again; 0 if it told none.
int64_t ccurl_retry_after(const ccurl_transfer *transfer);

/// Ends a transfer, complete or not, and closes its connection, unless the transfer is complete and of a session.
void ccurl_end(ccurl_transfer *transfer);

/// The absolute address that a reference, as in `Location`, means in an answer from `url`; `take` gets it.
///
/// Returns whether it makes sense.
bool ccurl_resolve(const char *url, const char *reference, void (*take)(const char *url, void *context), void *context);

#ifdef __cplusplus
}
#endif
