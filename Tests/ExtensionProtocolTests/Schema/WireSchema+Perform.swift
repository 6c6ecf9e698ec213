// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// `perform` with the arguments of each callback, and the usage data that follows it at a report.
extension WireSchema {
  var callbacks: Definitions {
    let arguments = self.arguments
    var perform = WireObject()
    if case .object(let object) = object(
      ["callback": string, "deadlineMs": number, "delivery": ref("DeliveryInfo"), "snapshot": ref("Snapshot")],
      optional: ["arguments": ["type": "object"]])
    {
      perform = object
    }
    perform["allOf"] = .array(
      arguments.map { callback, schema in
        [
          "if": ["properties": ["callback": const(callback)]],
          "then": ["properties": ["arguments": schema], "required": needsArguments(schema) ? ["arguments"] : nil],
        ]
      })
    return ["PerformParams": .object(perform), "DeliveryInfo": delivery]
  }

  private func needsArguments(_ schema: WireValue) -> Bool {
    guard case .object(let object) = schema else { return false }
    return object["required"] != nil
  }

  private var arguments: [(callback: String, schema: WireValue)] {
    let open = object(["action": string, "token": ref("token")], optional: ["payload": string])
    let item = object(
      ["kind": word(ShieldConfigurationArguments.Item.Kind.self), "name": string, "token": ref("token")],
      optional: ["bundleID": string])
    let others: [(String, WireValue)] = [
      ("activate", object(["reason": openWord(ActivateArguments.Reason.self)], optional: ["openRequest": open])),
      ("stateChanged", object(optional: ["changes": list(namedWord(StateChange.self))])),
      ("app.openURL", object(["url": string])),
      ("app.tap", object(["action": number, "tree": number], optional: ["on": flag])),
      (
        "configuration",
        object(
          ["item": item, "redraw": flag], optional: ["category": object(["name": string, "token": ref("token")])])
      ),
      (
        "handle",
        object([
          "action": word(ShieldButton.self), "target": word(ShieldActionArguments.Target.self), "token": ref("token"),
        ])
      ),
      ("makeReport", object(["context": name(), "filter": ref("ReportFilter"), "frame": ref("ViewFrame")])),
    ]
    let points = widgetArguments + focusArguments
    let monitor = MonitorCallback.allCases.map { callback -> (String, WireValue) in
      (callback.rawValue, object(callback.isOfEvent ? ["activity": name(), "event": name()] : ["activity": name()]))
    }
    return (monitor + others + points).map { (callback: $0.0, schema: $0.1) }
  }

  private var delivery: WireValue {
    object(
      ["attempt": number, "now": number],
      optional: [
        "cause": openWord(DeliveryInfo.Cause.self), "dueAt": number,
        "interval": object(["end": number, "id": string, "start": number]), "mode": openWord(DeliveryInfo.Mode.self),
        "seed": number, "sequence": number,
      ])
  }

  var reports: Definitions {
    let span = object(["end": number, "start": number])
    let known: [(kind: String, required: WireObject, optional: WireObject)] = [
      ("device", ["model": string, "role": string, "updated": number], [:]),
      (
        "segment", ["end": number, "pickups": number, "start": number, "totalMs": number],
        ["firstPickup": number, "longest": span]
      ),
      ("category", ["name": string, "token": ref("token"), "totalMs": number], [:]),
      (
        "application",
        [
          "name": string, "notifications": number, "pickups": number, "token": ref("token"), "totalMs": number,
        ], ["bundleID": string]
      ),
      ("webDomain", ["domain": string, "token": ref("token"), "totalMs": number], [:]),
    ]
    var elements = known.map { element in
      var members = element.required
      members["kind"] = const(element.kind)
      return object(members, optional: element.optional)
    }
    if origin == .host {
      // A later host may send other elements; an extension skips them.
      let kinds = WireValue.array(known.map { .string($0.kind) })
      elements.append(object(["kind": ["type": "string", "not": ["enum": kinds]]]))
    }
    return [
      "ReportData": object(
        ["end": flag, "frame": number, "request": ref("requestID")],
        optional: ["elements": list(ref("ReportElement"), 0...ReportData.elementsPerFrame)]),
      "ReportElement": ["anyOf": .array(elements)],
    ]
  }
}
