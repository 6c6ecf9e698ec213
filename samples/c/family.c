// A family of extensions in one program: an app, a monitor, a shield and its buttons. Needs json-c.
//
// The app asks for permission and sets a limit of one hour a day on all use. When it is reached, everything is shielded until
// the day ends. Sallyport starts this program once for each point and asks for the callbacks of that point only.

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DARK "\"color\":\"#202020ff\""

static FILE *inbox, *outbox;

static struct json_object *member(struct json_object *object, const char *name) {
  struct json_object *value = NULL;
  json_object_object_get_ex(object, name, &value);
  return value;
}

static const char *text(struct json_object *object, const char *name) {
  const char *value = json_object_get_string(member(object, name));
  return value != NULL ? value : "";
}

static struct json_object *json(const char *constant) { return json_tokener_parse(constant); }

// The wire: lines of JSON on the two descriptors that SALLYPORT_WIRE names.

static struct json_object *next_message(void) {
  static char *line;
  static size_t capacity;
  return getline(&line, &capacity, inbox) > 0 ? json_tokener_parse(line) : NULL;
}

static void send_message(struct json_object *message) {
  const int flags = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE;
  fprintf(outbox, "%s\n", json_object_to_json_string_ext(message, flags));
  fflush(outbox);
}

// The callbacks. Each gets the parameters of `perform` and returns its result.

static struct json_object *activate(struct json_object *params) {
  struct json_object *activities = member(member(params, "snapshot"), "activities");
  if (activities != NULL && json_object_array_length(activities) > 0) return json("{}");
  send_message(json("{\"jsonrpc\":\"2.0\",\"id\":\"e1\",\"method\":\"authorize\",\"params\":{\"member\":\"individual\"}}"));
  if (member(next_message(), "result") == NULL) return json("{}");
  // An event without items counts all use.
  return json("{\"effects\":[{\"kind\":\"startMonitoring\",\"activity\":\"day\","
              "\"schedule\":{\"start\":{\"hour\":0,\"minute\":0},\"end\":{\"hour\":23,\"minute\":59,\"second\":59},"
              "\"repeats\":true},"
              "\"events\":[{\"name\":\"limit\",\"threshold\":{\"hour\":1},\"includesPastActivity\":true}]}]}");
}

static struct json_object *perform(struct json_object *params) {
  const char *callback = text(params, "callback");
  struct json_object *arguments = member(params, "arguments");
  if (strcmp(callback, "activate") == 0) return activate(params);
  if (strcmp(callback, "eventDidReachThreshold") == 0) {
    return json("{\"effects\":[{\"kind\":\"setSetting\",\"store\":\"day\",\"key\":\"shield.applicationCategories\","
                "\"value\":{\"policy\":\"all\"}}]}");
  }
  if (strcmp(callback, "intervalDidEnd") == 0) return json("{\"effects\":[{\"kind\":\"clearStore\",\"store\":\"day\"}]}");
  if (strcmp(callback, "configuration") == 0) {
    return json("{\"configuration\":{\"icon\":\"hourglass\",\"title\":{\"text\":\"This can wait\"," DARK "},"
                "\"subtitle\":{\"text\":\"You have used your hour of today.\"," DARK "},"
                "\"primaryButton\":{\"text\":\"OK\",\"color\":\"#ffffffff\"},"
                "\"secondaryButton\":{\"text\":\"Ignore the limit today\"," DARK "}}}");
  }
  if (strcmp(callback, "handle") == 0) {
    return strcmp(text(arguments, "action"), "secondaryButtonPressed") == 0
        ? json("{\"response\":\"none\",\"effects\":[{\"kind\":\"clearStore\",\"store\":\"day\"}]}")
        : json("{\"response\":\"close\"}");
  }
  return json("{}");
}

static int offers_one(struct json_object *numbers) {
  for (size_t index = 0; numbers != NULL && index < json_object_array_length(numbers); index++) {
    if (json_object_get_int(json_object_array_get_idx(numbers, index)) == 1) return 1;
  }
  return 0;
}

// Adds the result or the error of a request to its reply.
static void answer(struct json_object *reply, const char *method, struct json_object *params) {
  if (strcmp(method, "hello") == 0 && offers_one(member(params, "protocols")) && offers_one(member(params, "schemas"))) {
    struct json_object *result = json("{\"protocol\":1,\"schema\":1,\"features\":[],\"version\":\"1.0\"}");
    json_object_object_add(result, "extension", json_object_get(member(params, "extension")));
    json_object_object_add(reply, "result", result);
  } else if (strcmp(method, "hello") == 0) {
    json_object_object_add(reply, "error", json("{\"code\":1000,\"message\":\"This program needs protocol 1 and schema 1.\","
                                                "\"data\":{\"supported\":{\"protocols\":[1],\"schemas\":[1]}}}"));
  } else if (strcmp(method, "perform") == 0) {
    json_object_object_add(reply, "result", perform(params));
  } else if (strcmp(method, "shutdown") == 0) {
    json_object_object_add(reply, "result", json("{}"));
  } else {
    json_object_object_add(
        reply, "error", json("{\"code\":-32601,\"message\":\"This program has no such method.\"}"));
  }
}

int main(void) {
  const char *wire = getenv("SALLYPORT_WIRE");
  int reading = 0, writing = 0;
  if (wire == NULL || sscanf(wire, "%d:%d", &reading, &writing) != 2) {
    fputs("This program is an extension; Sallyport starts it.\n", stderr);
    return 64;
  }
  inbox = fdopen(reading, "r");
  outbox = fdopen(writing, "w");
  if (inbox == NULL || outbox == NULL) return 1;
  for (struct json_object *message; (message = next_message()) != NULL; json_object_put(message)) {
    if (member(message, "id") == NULL) continue;
    struct json_object *reply = json("{\"jsonrpc\":\"2.0\"}");
    json_object_object_add(reply, "id", json_object_get(member(message, "id")));
    answer(reply, text(message, "method"), member(message, "params"));
    send_message(reply);
    json_object_put(reply);
  }
  return 0;
}
