// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// A monitor without the SDK, written from docs/wire.md: when a limit is reached it shields the items that the limit
// counted, and at the end of the interval it clears its store. Needs json-c:
//   cc -O2 -o monitor monitor.c -ljson-c

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct json_object *member(struct json_object *object, const char *name) {
  struct json_object *value = NULL;
  json_object_object_get_ex(object, name, &value);
  return value;
}

static const char *text(struct json_object *object, const char *name) {
  const char *value = json_object_get_string(member(object, name));
  return value != NULL ? value : "";
}

static int holds(struct json_object *array, int number) {
  for (size_t index = 0; index < json_object_array_length(array); index++) {
    if (json_object_get_int(json_object_array_get_idx(array, index)) == number) return 1;
  }
  return 0;
}

static struct json_object *named(struct json_object *array, const char *name) {
  for (size_t index = 0; array != NULL && index < json_object_array_length(array); index++) {
    struct json_object *entry = json_object_array_get_idx(array, index);
    if (strcmp(text(entry, "name"), name) == 0) return entry;
  }
  return NULL;
}

static void put(struct json_object *object, const char *name, const char *value) {
  json_object_object_add(object, name, json_object_new_string(value));
}

// The one effect of a callback, or nothing.
static struct json_object *effect(struct json_object *params) {
  struct json_object *arguments = member(params, "arguments");
  const char *callback = text(params, "callback");
  struct json_object *change = json_object_new_object();
  put(change, "store", "limits");
  if (strcmp(callback, "intervalDidEnd") == 0) {
    put(change, "kind", "clearStore");
    return change;
  }
  struct json_object *activities = member(member(params, "snapshot"), "activities");
  struct json_object *activity = named(activities, text(arguments, "activity"));
  struct json_object *event = named(member(activity, "events"), text(arguments, "event"));
  struct json_object *items = member(event, "applications");
  if (strcmp(callback, "eventDidReachThreshold") != 0 || items == NULL || json_object_array_length(items) == 0) {
    json_object_put(change);
    return NULL;
  }
  put(change, "kind", "setSetting");
  put(change, "key", "shield.applications");
  json_object_object_add(change, "value", json_object_get(items));
  return change;
}

static void fail(struct json_object *reply, int code, const char *message) {
  struct json_object *error = json_object_new_object();
  json_object_object_add(error, "code", json_object_new_int(code));
  put(error, "message", message);
  if (code == 1000) {
    json_object_object_add(
        error, "data", json_tokener_parse("{\"supported\":{\"protocols\":[1],\"schemas\":[1]}}"));
  }
  json_object_object_add(reply, "error", error);
}

static void answer(struct json_object *reply, const char *method, struct json_object *params) {
  struct json_object *result = json_object_new_object();
  if (strcmp(method, "hello") == 0) {
    if (!holds(member(params, "protocols"), 1) || !holds(member(params, "schemas"), 1)) {
      json_object_put(result);
      return fail(reply, 1000, "This monitor needs protocol 1 and schema 1.");
    }
    json_object_object_add(result, "protocol", json_object_new_int(1));
    json_object_object_add(result, "schema", json_object_new_int(1));
    json_object_object_add(result, "features", json_object_new_array());
    put(result, "extension", text(params, "extension"));
    put(result, "version", "1.0");
  } else if (strcmp(method, "perform") == 0) {
    struct json_object *change = effect(params);
    if (change != NULL) {
      struct json_object *effects = json_object_new_array();
      json_object_array_add(effects, change);
      json_object_object_add(result, "effects", effects);
    }
  } else if (strcmp(method, "shutdown") != 0) {
    json_object_put(result);
    return fail(reply, -32601, "This monitor has no such method.");
  }
  json_object_object_add(reply, "result", result);
}

int main(void) {
  const char *wire = getenv("SALLYPORT_WIRE");
  int reading = 0, writing = 0;
  if (wire == NULL || sscanf(wire, "%d:%d", &reading, &writing) != 2) {
    fputs("This program is an extension; Sallyport starts it.\n", stderr);
    return 64;
  }
  FILE *inbox = fdopen(reading, "r"), *outbox = fdopen(writing, "w");
  if (inbox == NULL || outbox == NULL) return 1;
  char *line = NULL;
  size_t capacity = 0;
  while (getline(&line, &capacity, inbox) > 0) {
    struct json_object *message = json_tokener_parse(line);
    if (member(message, "id") != NULL) {
      struct json_object *reply = json_object_new_object();
      put(reply, "jsonrpc", "2.0");
      put(reply, "id", text(message, "id"));
      answer(reply, text(message, "method"), member(message, "params"));
      const int flags = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE;
      fprintf(outbox, "%s\n", json_object_to_json_string_ext(reply, flags));
      fflush(outbox);
      json_object_put(reply);
    }
    json_object_put(message);
  }
  free(line);
  return 0;
}
