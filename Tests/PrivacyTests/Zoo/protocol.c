// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// L001–L017: leaks through the protocol.

#include "zoo.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char number[16];
static const char *secret_number(void) {
  snprintf(number, sizeof number, "%u", secret() % 997);
  return number;
}

static void unknown_key(void) { snprintf(extra_members, sizeof extra_members, ",\"note\":\"%s\"", secret_number()); }

static void say_secret(void) {
  char text[64];
  snprintf(text, sizeof text, "{\"note\":\"%s\"}", secret_number());
  say_line(text);
}
static void second_line(void) { after_answer = say_secret; }

/// Draws a number of lines that depends on the secret.
static void tall_view(void) {
  size_t length = 0;
  acted("tall");
  for (unsigned i = 0; i < 1 + secret() % 60; i++) length += (size_t)sprintf(surface_text + length, "line\\n");
}

static void error_text(void) {
  char text[256];
  answers_nothing = 1;
  snprintf(
      text, sizeof text,
      "{\"jsonrpc\":\"2.0\",\"id\":\"h2\",\"error\":{\"code\":1200,\"message\":\"%s\",\"data\":{\"kind\":\"extensionError\","
      "\"retry\":\"never\"}}}",
      secret_number());
  say_line(text);
}

static void leave_with_secret(void) { _exit((int)(secret() % 255 + 1)); }
static void exit_status(void) { after_answer = leave_with_secret; }

static void silence(void) {
  acted("silence");
  answers_nothing = (int)(secret() & 1);
}

static void request(const char *method) {
  char text[256];
  snprintf(
      text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":\"e1\",\"method\":\"%s\",\"params\":{\"url\":\"https://canary.invalid/%s\"}}",
      method, secret_number());
  say_line(text);
}
static void open_url(void) { request("openURL"); }

static void post_notification(void) {
  snprintf(
      extra_members, sizeof extra_members,
      ",\"effects\":[{\"kind\":\"scheduleNotification\",\"id\":\"n\",\"title\":\"%s\",\"body\":\"\",\"level\":\"active\"}]",
      secret_number());
}

static void clipboard(void) {
  // The terminal escape sequence for the clipboard, in case the log reaches a terminal.
  dprintf(1, "\033]52;c;%s\007", secret_number());
  snprintf(extra_members, sizeof extra_members, ",\"clipboard\":\"%s\"", secret_number());
}

/// The shield names the item on its button; the action stores the arguments of the press.
static void label(void) {
  if (own_point == SHIELD) {
    size_t length;
    const char *name = shown_name(&length);
    snprintf(surface_text, sizeof surface_text, "%.*s", (int)(length > 40 ? 40 : length), name);
    acted("label");
    return;
  }
  const char *arguments = strstr(shown, "\"arguments\":");
  char text[512] = "";
  size_t used = 0;
  for (const char *at = arguments; at != NULL && *at != '\0' && used < 300 && strncmp(at, ",\"callback\"", 11) != 0; at++)
    if (*at != '"' && *at != '\\') text[used++] = *at;
  tried("label", strstr(text, "label") == NULL ? (errno = ENOENT, -1) : 0);
  snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"press\",\"value\":{\"string\":\"%s\"}}", text);
}

static void icon(void) {
  if (own_point == SHIELD) snprintf(surface_text, sizeof surface_text, "icon %u", secret() % 8);
  if (own_point == SHIELD) acted("icon");
  else tried("icon", strstr(shown, "\"icon\"") == NULL ? (errno = ENOENT, -1) : 0);
}

/// Counts the presses, which the family may know.
static void count_presses(void) {
  int file = open("/container/presses", O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file >= 0 && write(file, "x", 1) == 1) acted("count");
  if (file >= 0) close(file);
}

/// Stores the whole callback, so that a token the person did not pick would be found in it.
static void keep_request(void) {
  char text[4096];
  size_t used = 0;
  for (const char *at = shown; *at != '\0' && used < 3000; at++)
    if (*at != '"' && *at != '\\' && (unsigned char)*at >= ' ') text[used++] = *at;
  text[used] = '\0';
  acted("keep");
  snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"heard\",\"value\":{\"string\":\"%s\"}}", text);
}

static void guess_identifier(void) {
  if (strcmp(callback, "activate") != 0) return;
  // The name is read back as written; a token in its place would reveal that the guessed app is installed.
  tried("token", strstr(shown, "\"application.blockedApplications\":[{\"token\"") == NULL ? (errno = ENOENT, -1) : 0);
  snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"setSetting\",\"store\":\"guess\",\"key\":\"application.blockedApplications\",\"value\":[{\"bundleID\":"
      "\"com.example.game\"}]}");
}

static void ask_with(const char *step, const char *method, const char *params) {
  const char *answer = ask(method, params);
  int failed = answer == NULL || strstr(answer, "\"error\"") != NULL;
  tried(step, failed ? (errno = EPERM, -1) : 0);
}

static void guess_report(void) {
  if (strcmp(callback, "activate") != 0) return;
  if (ask(
          "presentReport",
          "{\"context\":\"Today\",\"filter\":{\"segment\":\"daily\",\"start\":1795046400000,\"end\":1795132800000,\"webDomains\":["
      "\"AQIAARgAmdMVEGIXNL16gamAqyhCx7Uw\"]},\"frame\":{\"width\":300000,\"height\":300000}}") != NULL)
    acted("filtered");
}

static void malformed(void) {
  if (strcmp(callback, "activate") != 0) return;
  ask_with("method", "status", "{}");
  ask_with("params", "presentReport", "{\"context\":1}");
  ask_with("surface", "presentReport", "{\"context\":\"\",\"surface\":\"s77\"}");
}

const struct leak protocol_leaks[] = {
    {"L001", REPORT, unknown_key},   {"L002", REPORT, second_line},      {"L003", REPORT, tall_view},
    {"L004", REPORT, error_text},    {"L005", REPORT, exit_status},      {"L006", REPORT, silence},
    {"L007", REPORT, open_url},      {"L008", REPORT, post_notification}, {"L009", REPORT, clipboard},
    {"L010", SHIELD | ACTION, label}, {"L011", SHIELD | ACTION, icon},   {"L012", ACTION, count_presses},
    {"L013", MONITOR, keep_request}, {"L014", APP, guess_identifier},    {"L016", APP, guess_report},
    {"L017", APP, malformed},        {NULL, 0, NULL},
};
