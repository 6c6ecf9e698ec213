// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The app, the monitor and the shield configuration of a family, in one program. The first letters of the family's name
// select its behaviour: the monitor of `hang` never replies, `crash` aborts, `asks` asks questions without end, `logs`
// prints 8 MiB, and any other one replies with two effects. The apps of `shield` and `trip` shield what the person picks.
//
// The host's lines are canonical, so their members are found by their text.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *inbox, *outbox;
static char *line;
static size_t room;
static int questions, callbacks;
static char extension[256];

static void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(outbox, format, arguments);
  va_end(arguments);
  fputc('\n', outbox);
  if (fflush(outbox) != 0) exit(1);
}

static void next_line(void) {
  if (getline(&line, &room, inbox) < 0) exit(0);
}

/// Copies the text between `key` and `end` in the line; empty if the line does not contain `key`.
static void copy(char *to, size_t size, const char *key, char end) {
  const char *start = strstr(line, key);
  to[0] = 0;
  if (start == NULL) return;
  start += strlen(key);
  const char *stop = strchr(start, end);
  if (stop == NULL || (size_t)(stop - start) >= size) exit(2);
  memcpy(to, start, (size_t)(stop - start));
  to[stop - start] = 0;
}

static int is_family(const char *name) { return strncmp(extension, name, strlen(name)) == 0; }

static void ask(const char *method, const char *parameters) {
  say("{\"id\":\"e%d\",\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":%s}", ++questions, method, parameters);
  next_line();
}

/// Asks the person for authorization, then monitors the use of the day with evenly spaced events.
static void activate(const char *id) {
  char picked[4096] = "";
  ask("authorize", "{\"member\":\"individual\"}");
  if (is_family("shield") || is_family("trip")) {
    ask("pick", "{\"includeEntireCategory\":false}");
    copy(picked, sizeof picked, "\"applications\":[", ']');
  }
  fprintf(outbox, "{\"id\":\"%s\",\"jsonrpc\":\"2.0\",\"result\":{\"effects\":[", id);
  if (picked[0] != 0)
    fprintf(outbox, "{\"kind\":\"setSetting\",\"store\":\"Default\",\"key\":\"shield.applications\",\"value\":[%s]},",
            picked);
  // Each family's day begins at another second, as with families that choose their own times, and after all apps were
  // opened. With `-DAT_ONCE` the thresholds of all families are reached at the same instants.
  int minute = is_family("trip") ? 30 : 33, second = 0;
#ifndef AT_ONCE
  for (const char *at = extension; *at != 0 && *at != '.'; at++) second = (second * 31 + *at) % 60;
#endif
  // A host stops an idle monitor after ten seconds. The activities of `trip` begin six seconds apart, so its monitor is
  // called that often although a threshold is at least a minute. `rare` is called every four minutes of use.
  int activities = is_family("trip") ? 10 : 1, step = is_family("rare") ? 4 : 1;
  for (int activity = 0; activity < activities; activity++) {
    fprintf(outbox, "%s{\"kind\":\"startMonitoring\",\"activity\":\"day%d\",\"schedule\":{\"start\":{\"hour\":16,"
                    "\"minute\":%d,\"second\":%d},\"end\":{\"hour\":23,\"minute\":59},\"repeats\":true},\"events\":[",
            activity == 0 ? "" : ",", activity, minute, is_family("trip") ? 6 * activity : second);
    for (int event = 0; event < EVENTS; event++)
      fprintf(outbox, "%s{\"name\":\"%03d\",\"threshold\":{\"minute\":%d},\"applications\":[],\"categories\":[],"
                      "\"webDomains\":[],\"includesPastActivity\":false}",
              event == 0 ? "" : ",", event, (event + 1) * step);
    fprintf(outbox, "]}");
  }
  say("]}}");
}

static void monitor(const char *id) {
  if (is_family("hang"))
    for (;;) pause();
  if (is_family("crash")) abort();
  if (is_family("asks"))
    for (;;) {
      char parameters[512];
      snprintf(parameters, sizeof parameters, "{\"effects\":[],\"within\":\"%s\"}", id);
      ask("commit", parameters);
    }
  if (is_family("logs")) {
    static char text[65536];
    memset(text, 'x', sizeof text);
    for (int piece = 0; piece < 128; piece++)
      if (write(1, text, sizeof text) < 0) break;
  }
  say("{\"id\":\"%s\",\"jsonrpc\":\"2.0\",\"result\":{\"effects\":["
      "{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"last\",\"value\":{\"string\":\"%s\"}},"
      "{\"kind\":\"setSetting\",\"store\":\"Default\",\"key\":\"application.denyAppRemoval\",\"value\":%s}]}}",
      id, id, ++callbacks % 2 == 0 ? "true" : "false");
}

static void look(const char *id) {
  say("{\"id\":\"%s\",\"jsonrpc\":\"2.0\",\"result\":{\"configuration\":{\"background\":\"#101820ff\","
      "\"title\":{\"text\":\"Later\",\"color\":\"#ffffffff\"},"
      "\"primaryButton\":{\"text\":\"OK\",\"color\":\"#101820ff\"},\"primaryButtonBackground\":\"#9fd356ff\"}}}", id);
}

int main(void) {
  int reading, writing;
  char id[32], method[32];
  const char *wire = getenv("SALLYPORT_WIRE");
  if (wire == NULL || sscanf(wire, "%d:%d", &reading, &writing) != 2) return 2;
  inbox = fdopen(reading, "r");
  outbox = fdopen(writing, "w");
  if (inbox == NULL || outbox == NULL) return 2;
  for (;;) {
    next_line();
    copy(id, sizeof id, "{\"id\":\"", '"');
    copy(method, sizeof method, "\"method\":\"", '"');
    if (id[0] == 0) continue;
    if (strcmp(method, "hello") == 0) {
      copy(extension, sizeof extension, "\"extension\":\"", '"');
      // Only points with effects are offered `commit`.
      const char *feature = strstr(line, "\"commit\"") != NULL ? "\"commit\"" : "";
      say("{\"id\":\"%s\",\"jsonrpc\":\"2.0\",\"result\":{\"protocol\":1,\"schema\":1,\"features\":[%s],"
          "\"extension\":\"%s\",\"version\":\"1.0\"}}",
          id, feature, extension);
    } else if (strcmp(method, "perform") != 0) {
      say("{\"id\":\"%s\",\"jsonrpc\":\"2.0\",\"result\":{}}", id);
    } else if (strstr(extension, ".app") != NULL) {
      activate(id);
    } else if (strstr(extension, ".shield") != NULL) {
      look(id);
    } else {
      monitor(id);
    }
  }
}
