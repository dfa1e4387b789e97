#include <sqlite3.h>
#include <stddef.h>

// What macros and functions with open lists of arguments hide from Swift.

// A name in double quotes that no column has is an error, and no text.
static inline void refuse_double_quoted_texts(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
}

// Without an address SQLite would bind a null, which a text or blob of no bytes is not.

static inline int bind_text(sqlite3_stmt *statement, int index, const void *bytes, size_t count, _Bool is_copied) {
  return sqlite3_bind_text64(
      statement, index, bytes ? bytes : "", count, is_copied ? SQLITE_TRANSIENT : SQLITE_STATIC, SQLITE_UTF8);
}

static inline int bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t count, _Bool is_copied) {
  return sqlite3_bind_blob64(
      statement, index, bytes ? bytes : "", count, is_copied ? SQLITE_TRANSIENT : SQLITE_STATIC);
}
