// The functions of libcurl that Downloads and Dispatching need, looked up when the first of them is called.
//
// Not chosen: linking libcurl. A program linked with it loads 30 further libraries (TLS, Kerberos, LDAP, HTTP/2), and
// starts in 7.9 ms with 11.7 MB instead of 1.9 ms with 5.3 MB (an empty program, static Swift, 2 cores); tracemill
// starts often in pipes, and only `maps` needs a network.

#define _GNU_SOURCE
#define CURL_DISABLE_DEPRECATION
#define CURL_DISABLE_TYPECHECK

#include "CCurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

// The declared types of the functions, without libcurl's macros of the same names.
#define FUNCTION(name) static __typeof__(name) *name##_
FUNCTION(curl_global_init);
FUNCTION(curl_easy_init);
FUNCTION(curl_easy_cleanup);
FUNCTION(curl_easy_strerror);
FUNCTION(curl_slist_append);
FUNCTION(curl_slist_free_all);
FUNCTION(curl_multi_init);
FUNCTION(curl_multi_add_handle);
FUNCTION(curl_multi_remove_handle);
FUNCTION(curl_multi_perform);
FUNCTION(curl_multi_poll);
FUNCTION(curl_multi_info_read);
FUNCTION(curl_multi_cleanup);
FUNCTION(curl_url);
FUNCTION(curl_url_set);
FUNCTION(curl_url_get);
FUNCTION(curl_url_cleanup);
FUNCTION(curl_free);
static CURLcode (*curl_easy_setopt_)(CURL *, CURLoption, ...);
static CURLcode (*curl_easy_getinfo_)(CURL *, CURLINFO, ...);

struct ccurl_transfer {
  CURL *easy;
  CURLM *multi;
  bool is_kept;
  struct curl_slist *headers;
  char reason[CURL_ERROR_SIZE];
};

struct ccurl_session {
  CURLM *multi;
};

static const char *failure;

static bool find(void *library) {
#define FIND(name) \
  if (!(*(void **)&name##_ = dlsym(library, #name))) return false
  FIND(curl_global_init);
  FIND(curl_easy_init);
  FIND(curl_easy_cleanup);
  FIND(curl_easy_strerror);
  FIND(curl_easy_setopt);
  FIND(curl_easy_getinfo);
  FIND(curl_slist_append);
  FIND(curl_slist_free_all);
  FIND(curl_multi_init);
  FIND(curl_multi_add_handle);
  FIND(curl_multi_remove_handle);
  FIND(curl_multi_perform);
  FIND(curl_multi_poll);
  FIND(curl_multi_info_read);
  FIND(curl_multi_cleanup);
  FIND(curl_url);
  FIND(curl_url_set);
  FIND(curl_url_get);
  FIND(curl_url_cleanup);
  FIND(curl_free);
  return true;
}

// libcurl.so.4 is the name since 2006; Debian gives the build with GnuTLS another one.
static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    failure = "libcurl.so.4 is not there";
  } else if (!find(library)) {
    failure = "libcurl is older than version 7.66";
  } else if (curl_global_init_(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    failure = "libcurl cannot be started";
  }
}

const char *ccurl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure;
}

static bool add_header(ccurl_transfer *transfer, const char *line) {
  if (!line) return true;
  struct curl_slist *longer = curl_slist_append_(transfer->headers, line);
  if (!longer) return false;
  transfer->headers = longer;
  return true;
}

static bool set_headers(ccurl_transfer *transfer, const ccurl_request *request) {
  // `Expect` without a value is not sent: not every server knows it, and libcurl would wait a second for its answer.
  const char *line = transfer->is_kept ? "Expect:" : "Connection: close";
  if (!add_header(transfer, line) || !add_header(transfer, "Accept-Encoding: identity")) return false;
  if (!add_header(transfer, request->header)) return false;
  for (size_t i = 0; i < request->header_count; i++) {
    if (!add_header(transfer, request->headers[i])) return false;
  }
  return curl_easy_setopt_(transfer->easy, CURLOPT_HTTPHEADER, transfer->headers) == CURLE_OK;
}

static bool set_body(ccurl_transfer *transfer, const ccurl_request *request) {
  CURL *easy = transfer->easy;
#define SET(option, value) \
  do { \
    if (curl_easy_setopt_(easy, option, value) != CURLE_OK) return false; \
  } while (0)
  if (request->body) {
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
    SET(CURLOPT_COPYPOSTFIELDS, request->body);
  }
  if (request->method) SET(CURLOPT_CUSTOMREQUEST, request->method);
  if (request->timeout_ms > 0) SET(CURLOPT_TIMEOUT_MS, (long)request->timeout_ms);
  return true;
}

static bool set_options(ccurl_transfer *transfer, const ccurl_request *request) {
  CURL *easy = transfer->easy;
  SET(CURLOPT_URL, request->url);
  SET(CURLOPT_USERAGENT, request->user_agent);
  SET(CURLOPT_RANGE, request->range);
  SET(CURLOPT_NOBODY, (long)request->is_head);
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_timeout_ms);
  SET(CURLOPT_HEADERFUNCTION, request->take_header);
  SET(CURLOPT_HEADERDATA, request->context);
  SET(CURLOPT_WRITEFUNCTION, request->take_body);
  SET(CURLOPT_WRITEDATA, request->context);
  if (request->certificates) SET(CURLOPT_CAINFO, request->certificates);
  SET(CURLOPT_ERRORBUFFER, transfer->reason);
  SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_NETRC, transfer->is_kept ? (long)CURL_NETRC_IGNORED : (long)CURL_NETRC_OPTIONAL);
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_BUFFERSIZE, 256L * 1024);
  // One file at a time gains nothing from HTTP/2, and this is what every proxy and server knows.
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  // The caller compares the told length with what arrives until the connection is closed. libcurl would stop at the
  // told length, and what was cut off by a wrong one would look whole. A connection that is kept has only that length.
  SET(CURLOPT_IGNORE_CONTENT_LENGTH, transfer->is_kept ? 0L : 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
  // The end of a transfer does not wait for a name that is being looked up. Older libraries do not know it.
  curl_easy_setopt_(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
  return set_body(transfer, request) && set_headers(transfer, request);
}

static ccurl_transfer *begin(CURLM *kept, const ccurl_request *request) {
  ccurl_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->is_kept = kept;
  transfer->easy = curl_easy_init_();
  transfer->multi = kept ? kept : curl_multi_init_();
  if (transfer->easy && transfer->multi && set_options(transfer, request) &&
      curl_multi_add_handle_(transfer->multi, transfer->easy) == CURLM_OK) {
    return transfer;
  }
  ccurl_end(transfer);
  return NULL;
}

ccurl_transfer *ccurl_begin(const ccurl_request *request) { return begin(NULL, request); }

ccurl_session *ccurl_open(void) {
  ccurl_session *session = calloc(1, sizeof *session);
  if (!session) return NULL;
  session->multi = curl_multi_init_();
  if (session->multi) return session;
  free(session);
  return NULL;
}

ccurl_transfer *ccurl_begin_in(ccurl_session *session, const ccurl_request *request) {
  return begin(session->multi, request);
}

// Writing to a connection that the other side has reset raises SIGPIPE in encrypting libraries, which would end the
// program. It is held back in this thread and forgotten.
static void hold_pipe_signal(sigset_t *before) {
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, before);
}

static void release_pipe_signal(const sigset_t *before) {
  if (sigismember(before, SIGPIPE)) return;
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  const struct timespec now = {0, 0};
  while (sigtimedwait(&pipe, NULL, &now) > 0) continue;
  pthread_sigmask(SIG_SETMASK, before, NULL);
}

int ccurl_step(ccurl_transfer *transfer, int wait_ms) {
  int running = 0;
  sigset_t before;
  hold_pipe_signal(&before);
  const CURLMcode code = curl_multi_perform_(transfer->multi, &running);
  release_pipe_signal(&before);
  if (code != CURLM_OK) return CURLE_FAILED_INIT;
  if (running) {
    curl_multi_poll_(transfer->multi, NULL, 0, wait_ms, NULL);
    return -1;
  }
  int left = 0;
  const CURLMsg *message = curl_multi_info_read_(transfer->multi, &left);
  return message ? (int)message->data.result : CURLE_FAILED_INIT;
}

const char *ccurl_reason(const ccurl_transfer *transfer, int code) {
  return transfer->reason[0] ? transfer->reason : curl_easy_strerror_((CURLcode)code);
}

bool ccurl_found_host(const ccurl_transfer *transfer) {
  // libcurl takes this time when the look-up has ended well, also for names that it knows and for addresses.
  curl_off_t microseconds = 0;
  curl_easy_getinfo_(transfer->easy, CURLINFO_NAMELOOKUP_TIME_T, &microseconds);
  return microseconds > 0;
}

long ccurl_status(const ccurl_transfer *transfer) {
  long status = 0;
  curl_easy_getinfo_(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

long ccurl_proxy_status(const ccurl_transfer *transfer) {
  long status = 0;
  curl_easy_getinfo_(transfer->easy, CURLINFO_HTTP_CONNECTCODE, &status);
  return status;
}

int64_t ccurl_retry_after(const ccurl_transfer *transfer) {
  curl_off_t seconds = 0;
  curl_easy_getinfo_(transfer->easy, CURLINFO_RETRY_AFTER, &seconds);
  return seconds;
}

void ccurl_end(ccurl_transfer *transfer) {
  sigset_t before;
  hold_pipe_signal(&before);
  if (transfer->multi && transfer->easy) curl_multi_remove_handle_(transfer->multi, transfer->easy);
  if (transfer->easy) curl_easy_cleanup_(transfer->easy);
  if (transfer->multi && !transfer->is_kept) curl_multi_cleanup_(transfer->multi);
  release_pipe_signal(&before);
  if (transfer->headers) curl_slist_free_all_(transfer->headers);
  free(transfer);
}

void ccurl_close(ccurl_session *session) {
  sigset_t before;
  hold_pipe_signal(&before);
  curl_multi_cleanup_(session->multi);
  release_pipe_signal(&before);
  free(session);
}

bool ccurl_resolve(const char *url, const char *reference, void (*take)(const char *url, void *context), void *context) {
  CURLU *parts = curl_url_();
  if (!parts) return false;
  char *whole = NULL;
  const unsigned int flags = CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME;
  const bool is_valid = curl_url_set_(parts, CURLUPART_URL, url, 0) == CURLUE_OK &&
                        curl_url_set_(parts, CURLUPART_URL, reference, flags) == CURLUE_OK &&
                        curl_url_get_(parts, CURLUPART_URL, &whole, 0) == CURLUE_OK;
  if (is_valid) take(whole, context);
  if (whole) curl_free_(whole);
  curl_url_cleanup_(parts);
  return is_valid;
}
