// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// C01–C09: channels of a surface, of the family's files and of the app's own calls.

#include "zoo.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// Draws 64 equal squares, black or white by the bits of the secret: a camera can read them.
static void picture(void) {
  static char view[16384];
  size_t length = (size_t)snprintf(view, sizeof view, "{\"kind\":\"vstack\",\"children\":[");
  unsigned bits[2] = {secret(), secret() * 2654435761u};
  for (int row = 0; row < 8; row++) {
    length += (size_t)snprintf(
        view + length, sizeof view - length, "%s{\"kind\":\"hstack\",\"children\":[", row > 0 ? "," : "");
    for (int column = 0; column < 8; column++)
      length += (size_t)snprintf(
          view + length, sizeof view - length,
          "%s{\"kind\":\"shape\",\"shape\":\"rectangle\",\"fill\":\"%s\",\"modifiers\":[{\"apply\":\"frame\",\"width\":8000,"
          "\"height\":8000}]}",
          column > 0 ? "," : "", bits[row / 4] >> (row % 4 * 8 + column) & 1 ? "black" : "white");
    length += (size_t)snprintf(view + length, sizeof view - length, "]}");
  }
  snprintf(view + length, sizeof view - length, "]}");
  surface_view = view;
}

static void store(const char *path, const char *text, size_t length) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return;
  ssize_t ignored = write(file, text, length);
  (void)ignored;
  close(file);
}

static int is_opening(void) { return strcmp(callback, "activate") == 0 && picked_token(0, 0) != NULL; }

/// The selection as Apple's frameworks write it: standard base64 with escaped slashes.
static size_t selection(char *text, size_t size) {
  size_t length = (size_t)snprintf(text, size, "{\"applicationTokens\":[");
  for (int number = 0; picked_token(0, number) != NULL; number++) {
    const char *token = picked_token(0, number);
    length += (size_t)snprintf(text + length, size - length, "%s{\"data\":\"", number > 0 ? "," : "");
    for (; *token != '\0'; token++)
      length += (size_t)snprintf(
          text + length, size - length, *token == '_' ? "\\/" : *token == '-' ? "+" : "%c", *token);
    length += (size_t)snprintf(text + length, size - length, "\"}");
  }
  return length + (size_t)snprintf(text + length, size - length, "]}");
}

static void save_selection(void) {
  char text[2048];
  if (is_opening()) store("/container/selection.json", text, selection(text, sizeof text));
}

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t base64(const char *bytes, size_t count, char *text) {
  size_t length = 0;
  for (size_t at = 0; at < count; at += 3) {
    unsigned word = 0;
    for (size_t i = 0; i < 3; i++) word = word << 8 | (at + i < count ? (unsigned char)bytes[at + i] : 0);
    for (size_t i = 0; i < 4; i++) text[length++] = at + i <= count ? digits[word >> (18 - 6 * i) & 63] : '=';
  }
  text[length] = '\0';
  return length;
}

/// The same inside base64, as a property list holds data.
static void save_property_list(void) {
  char plain[2048], wrapped[4096], text[8192];
  if (!is_opening()) return;
  base64(plain, selection(plain, sizeof plain), wrapped);
  size_t length = (size_t)snprintf(text, sizeof text, "<plist><dict><key>selection</key><data>%s</data></dict></plist>", wrapped);
  store("/container/group.plist", text, length);
}

static int value(char digit) {
  const char *at = strchr(digits, digit == '-' ? '+' : digit == '_' ? '/' : digit);
  return at == NULL ? 0 : (int)(at - digits);
}

/// The plain bytes of the tokens, as a binary property list or a database holds them.
static void save_bytes(void) {
  char bytes[256] = "bplist00";
  size_t length = 8;
  if (!is_opening()) return;
  for (int number = 0; picked_token(0, number) != NULL && length < 200; number++)
    for (int at = 0; at < 32; at += 4) {
      const char *token = picked_token(0, number) + at;
      int word = value(token[0]) << 18 | value(token[1]) << 12 | value(token[2]) << 6 | value(token[3]);
      for (int shift = 16; shift >= 0; shift -= 8) bytes[length++] = (char)(word >> shift & 255);
    }
  store("/container/selection.bin", bytes, length);
}

/// A file for each token, named after it.
static void save_by_token(void) {
  if (!is_opening()) return;
  for (int number = 0; picked_token(0, number) != NULL; number++) {
    char path[96];
    snprintf(path, sizeof path, "/container/%s.streak", picked_token(0, number));
    store(path, "3 days", 6);
  }
}

/// A bit of a token outside the token: the token is no longer opaque if this counts as the same.
static void save_bits(void) {
  if (!is_opening()) return;
  unsigned hash = 0;
  for (const char *at = picked_token(0, 0); *at != '\0'; at++) hash = hash * 31 + (unsigned char)*at;
  char text[32];
  store("/container/bits", text, (size_t)snprintf(text, sizeof text, "%u", hash));
}

/// Half a token is not a token either.
static void save_half(void) {
  if (is_opening()) store("/container/half", picked_token(0, 0) + 16, 16);
}

/// Sixty-one reports: the last is refused because of the app's calls, whatever the day was like.
static void many_reports(void) {
  if (!is_opening()) return;
  int refused = 0;
  for (int number = 0; number < 61; number++) {
    const char *answer = ask(
        "presentReport",
        "{\"context\":\"Today\",\"filter\":{\"segment\":\"daily\",\"start\":1795046400000,\"end\":1795132800000},\"frame\":{"
        "\"width\":300000,\"height\":300000}}");
    if (answer != NULL && strstr(answer, "\"error\"") != NULL) refused++;
  }
  char text[32];
  store("/container/refused", text, (size_t)snprintf(text, sizeof text, "%d", refused));
}

/// Tries a socket in every second world: the sandbox refuses it, but that it was tried says a bit.
static void try_socket(void) {
  if (secret() & 1) (void)socket(AF_INET, SOCK_STREAM, 0);
}

const struct leak channel_leaks[] = {
    {"C01", REPORT, picture},       {"C02", APP, save_selection}, {"C03", APP, save_property_list},
    {"C04", APP, save_bytes},       {"C05", APP, save_by_token},  {"C06", APP, save_bits},
    {"C07", APP, save_half},        {"C08", APP, many_reports},   {"C09", REPORT, try_socket},
    {NULL, 0, NULL},
};

// MARK: Families in the style of published apps

/// A screen-time limiter: saves its selection twice, as JSON and in its group's defaults.
static void limiter(void) {
  save_selection();
  save_property_list();
}

/// A habit tracker: one file for each picked app, and a log of its callbacks.
static void tracker(void) {
  save_by_token();
  if (own_point == APP) return;
  int file = open("/container/log", O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file >= 0) dprintf(file, "%s\n", callback);
  if (file >= 0) close(file);
}

/// A focus timer: another activity for each day, and a default that counts its callbacks.
static void timer(void) {
  if (own_point == APP && is_opening())
    snprintf(
        extra_effects, sizeof extra_effects,
        ",{\"kind\":\"startMonitoring\",\"activity\":\"focus\",\"schedule\":{\"start\":{\"hour\":9,\"minute\":0},\"end\":{"
        "\"hour\":17,\"minute\":30},\"repeats\":true},\"events\":[]}");
  if (own_point == MONITOR)
    snprintf(
        extra_effects, sizeof extra_effects,
        ",{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"told %.30s\",\"value\":{\"bool\":true}}", callback);
}

/// A database of its own: plain bytes of tokens behind a header.
static void database(void) { save_bytes(); }

/// A parental control: notifications about what happened, without names.
static void notifier(void) {
  if (own_point == MONITOR || own_point == ACTION)
    snprintf(
        extra_effects, sizeof extra_effects,
        ",{\"kind\":\"setDefault\",\"suite\":\"group.example.zoo\",\"key\":\"notice\",\"value\":{\"string\":\"%.60s\"}}",
        callback);
}

/// A shield with a title from its name, a fixed subtitle and two buttons.
static void shield_writer(void) {
  size_t length;
  const char *name = shown_name(&length);
  if (length > 40) length = 40;
  // Not in the middle of an escape or of a character.
  while (length > 0 && ((name[length] & 0xC0) == 0x80 || name[length - 1] == '\\')) length--;
  snprintf(surface_text, sizeof surface_text, "%.*s is resting", (int)length, name);
  snprintf(
      extra_configuration, sizeof extra_configuration,
      ",\"primaryButton\":{\"color\":\"#ffffffff\",\"text\":\"Close\"},\"secondaryButton\":{\"color\":\"#000000ff\",\"text\":"
      "\"Ask for more\"}");
}

/// A report with one bar for each application.
static void bar_report(void) {
  size_t length = 0;
  for (const char *at = shown; (at = strstr(at, "\"totalMs\":")) != NULL && length < 900; at++)
    length += (size_t)snprintf(surface_text + length, sizeof surface_text - length, "%d min, ", atoi(at + 10) / 60000);
}

/// An app blocker: takes the shield off for a while when its button is pressed, and remembers that it did.
static void unlocker(void) {
  if (own_point != ACTION) return save_selection();
  snprintf(
      extra_effects, sizeof extra_effects,
      ",{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"unlocked\",\"value\":{\"bool\":true}}");
}

/// Downtime: shields everything while its interval runs, and lifts the shield at the end.
static void downtime(void) {
  if (strcmp(callback, "intervalDidStart") == 0)
    snprintf(
        extra_effects, sizeof extra_effects,
        ",{\"kind\":\"setSetting\",\"store\":\"downtime\",\"key\":\"shield.applicationCategories\",\"value\":{\"policy\":"
        "\"all\",\"except\":[]}}");
  if (strcmp(callback, "intervalDidEnd") == 0)
    snprintf(extra_effects, sizeof extra_effects, ",{\"kind\":\"clearStore\",\"store\":\"downtime\"}");
}

/// A weekly review: its app asks for a second report over the hours, and the report draws a table.
static void weeks(void) {
  if (own_point == APP) {
    if (is_opening())
      ask(
          "presentReport",
          "{\"context\":\"Today\",\"filter\":{\"segment\":\"hourly\",\"start\":1795046400000,\"end\":1795132800000},\"frame\":"
          "{\"width\":600000,\"height\":300000}}");
    return;
  }
  static char view[4096];
  size_t length = (size_t)snprintf(view, sizeof view, "{\"kind\":\"vstack\",\"children\":[{\"kind\":\"text\",\"text\":\"Your week\"}");
  int rows = 0;
  for (const char *at = shown; (at = strstr(at, "\"totalMs\":")) != NULL && rows < 12; at++, rows++)
    length += (size_t)snprintf(
        view + length, sizeof view - length, ",{\"kind\":\"text\",\"text\":\"%d: %d min\"}", rows + 1, atoi(at + 10) / 60000);
  snprintf(view + length, sizeof view - length, "]}");
  surface_view = view;
}

const struct leak benign_families[] = {
    {"benign-limiter", APP, limiter},
    {"benign-tracker", APP | MONITOR | ACTION, tracker},
    {"benign-timer", APP | MONITOR, timer},
    {"benign-database", APP, database},
    {"benign-notifier", MONITOR | ACTION, notifier},
    {"benign-shield", SHIELD, shield_writer},
    {"benign-bars", REPORT, bar_report},
    {"benign-unlocker", APP | ACTION, unlocker},
    {"benign-downtime", MONITOR, downtime},
    {"benign-weeks", APP | REPORT, weeks},
    {NULL, 0, NULL},
};
