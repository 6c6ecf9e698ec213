// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// A correct extension without any library; its file name chooses a fault: faulty-CONF-14, faulty-CONF-15. It finds
// members in a canonical line by searching for their names.

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *line;
static size_t capacity;

/// The text after `name":` in the current line, or NULL.
static const char *member(const char *name) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *found = strstr(line, key);
  return found ? found + strlen(key) : NULL;
}

/// The string value of a member, without its quotes.
static const char *word(const char *name, char *into, size_t size) {
  const char *start = member(name);
  into[0] = 0;
  if (start && *start == '"') {
    const char *end = strchr(start + 1, '"');
    if (end) snprintf(into, size, "%.*s", (int)(end - start - 1), start + 1);
  }
  return into;
}

static void answer(FILE *outbox, const char *id, const char *member, const char *value) {
  fprintf(outbox, "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"%s\":%s}\n", id, member, value);
  fflush(outbox);
}

static void hello(FILE *outbox, const char *id, const char *point) {
  char name[80], value[512];
  word("extension", name, sizeof name);
  const char *protocols = member("protocols");
  if (protocols && strncmp(protocols, "[1", 2) != 0) {
    answer(
        outbox, id, "error",
        "{\"code\":1000,\"message\":\"Nothing in common.\",\"data\":{\"kind\":\"versionUnsupported\",\"retry\":\"never\","
        "\"supported\":{\"protocols\":[1],\"schemas\":[1]}}}");
    return;
  }
  snprintf(
      value, sizeof value, "{\"protocol\":1,\"schema\":1,\"features\":[],\"extension\":\"%s\",\"version\":\"1.0\"%s}", name,
      strcmp(point, "report") == 0 ? ",\"contexts\":[\"Total\"]" : "");
  answer(outbox, id, "result", value);
}

static bool next(FILE *inbox) { return getline(&line, &capacity, inbox) > 0; }

/// Reads the data of a report; returns whether it contained any usage.
static bool usage(FILE *inbox) {
  bool any = false;
  while (next(inbox)) {
    if (strstr(line, "\"kind\":\"segment\"")) any = true;
    const char *end = member("end");
    if (strstr(line, "\"end\":true") && end) break;
  }
  return any;
}

int main(int count, char **arguments) {
  bool talks = count > 0 && strstr(arguments[0], "CONF-15"), quits = count > 0 && strstr(arguments[0], "CONF-14");
  if (!getenv("SALLYPORT_WIRE")) {
    fputs("This program is an extension; Sallyport starts it, with SALLYPORT_WIRE set.\n", stderr);
    return 64;
  }
  FILE *inbox = fdopen(3, "r"), *outbox = fdopen(4, "w");
  if (!inbox || !outbox) return 1;
  char point[32] = "", id[32], method[32], callback[64], name[300];
  while (next(inbox)) {
    word("id", id, sizeof id);
    word("method", method, sizeof method);
    if (strcmp(method, "hello") == 0) {
      word("point", point, sizeof point);
      hello(outbox, id, point);
    } else if (strcmp(method, "perform") == 0) {
      word("callback", callback, sizeof callback);
      if (strcmp(callback, "configuration") == 0) {
        if (talks) fprintf(stderr, "shielding %s\n", word("name", name, sizeof name));
        answer(outbox, id, "result", "{\"configuration\":{\"title\":{\"text\":\"Later\",\"color\":\"#000000ff\"}}}");
      } else if (strcmp(callback, "makeReport") == 0) {
        if (!usage(inbox) && quits) return 3;
        answer(outbox, id, "result", "{\"view\":{\"kind\":\"text\",\"text\":\"A day\"}}");
      } else {
        answer(outbox, id, "result", "{\"effects\":[]}");
      }
    } else if (strcmp(method, "shutdown") == 0) {
      answer(outbox, id, "result", "{}");
    } else if (id[0]) {
      answer(
          outbox, id, "error",
          "{\"code\":-32601,\"message\":\"There is no such method.\","
          "\"data\":{\"kind\":\"methodNotFound\",\"retry\":\"never\"}}");
    }
  }
  return 0;
}
