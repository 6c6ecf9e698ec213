#!/usr/bin/node
// A family of extensions in one program: an app, a monitor, a shield and its buttons. Node's own modules only.
//
// The app asks for permission and sets a limit of one hour a day on all use. When it is reached, everything is shielded
// until the day ends. Sallyport starts this program once for each point and asks for the callbacks of that point only.
"use strict";

const fs = require("node:fs");

const DAY = { start: { hour: 0, minute: 0 }, end: { hour: 23, minute: 59, second: 59 }, repeats: true };
// An event without items counts all use.
const LIMIT = { name: "limit", threshold: { hour: 1 }, includesPastActivity: true };

if (!process.env.SALLYPORT_WIRE) {
  console.error("This program is an extension; Sallyport starts it.");
  process.exit(64);
}
const [reading, writing] = process.env.SALLYPORT_WIRE.split(":").map(Number);

// The callbacks. Each gets its arguments and the family's state, and returns its result.

const callbacks = {
  activate(given, snapshot) {
    if ((snapshot.activities || []).length || !ask("authorize", { member: "individual" })) return {};
    return effects({ kind: "startMonitoring", activity: "day", schedule: DAY, events: [LIMIT] });
  },
  eventDidReachThreshold: () =>
    effects({ kind: "setSetting", store: "day", key: "shield.applicationCategories", value: { policy: "all" } }),
  intervalDidEnd: () => effects({ kind: "clearStore", store: "day" }),
  // How a shield looks. This callback is shown a name, so its only output is its result.
  configuration: (given) => ({
    configuration: {
      icon: "hourglass", title: label([...(given.item.name || "This")].slice(0, 50).join("") + " can wait"),
      subtitle: label("You have used your hour of today."), primaryButton: label("OK", "#ffffffff"),
      secondaryButton: label("Ignore the limit today"),
    },
  }),
  // The secondary button lifts all shields until the limit is reached again tomorrow.
  handle: (given) =>
    given.action === "secondaryButtonPressed"
      ? { response: "none", ...effects({ kind: "clearStore", store: "day" }) } : { response: "close" },
};

function label(text, color = "#202020ff") { return { text, color }; }

function effects(...changes) { return { effects: changes }; }

// The wire: lines of JSON on the two descriptors that SALLYPORT_WIRE names.

let asked = 0;
let rest = Buffer.alloc(0);

// Reads one line; null at the end. Reading blocks, because there is nothing else to do.
function line() {
  const chunk = Buffer.alloc(65536);
  for (;;) {
    const end = rest.indexOf(10);
    if (end >= 0) {
      const text = rest.toString("utf8", 0, end);
      rest = rest.subarray(end + 1);
      return text;
    }
    const count = fs.readSync(reading, chunk);
    if (count === 0) return null;
    rest = Buffer.concat([rest, chunk.subarray(0, count)]);
  }
}

function send(message) {
  let bytes = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
  while (bytes.length) bytes = bytes.subarray(fs.writeSync(writing, bytes));
}

// Sends a request of the app. Returns its result, or undefined if the host refused it.
function ask(method, params) {
  send({ id: "e" + ++asked, method, params });
  return JSON.parse(line()).result;
}

function greet(id, params) {
  if (!params.protocols.includes(1) || !params.schemas.includes(1)) {
    const data = { supported: { protocols: [1], schemas: [1] } };
    return send({ id, error: { code: 1000, message: "This program needs protocol 1 and schema 1.", data } });
  }
  send({ id, result: { protocol: 1, schema: 1, features: [], extension: params.extension, version: "1.0" } });
}

for (let text = line(); text !== null; text = line()) {
  const { id, method, params } = JSON.parse(text);
  if (method === "hello") {
    greet(id, params);
  } else if (method === "perform") {
    const callback = callbacks[params.callback];
    send({ id, result: callback ? callback(params.arguments || {}, params.snapshot || {}) : {} });
  } else if (method === "shutdown") {
    send({ id, result: {} });
  } else if (id !== undefined) {
    send({ id, error: { code: -32601, message: "This family has no such method." } });
  }
}
