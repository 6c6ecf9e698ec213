// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// Parameters and results, and the messages that contain them.
extension WireSchema {
  var messages: Definitions {
    let labels =
      [("title", 256), ("subtitle", 1_024), ("primaryButton", 128), ("secondaryButton", 128)] as [(String, Int64)]
    var configuration: WireObject = [
      "background": ref("color"), "icon": name(128), "primaryButtonBackground": ref("color"),
      "blur": ["enum": .array(ShieldConfigurationResult.blurStyles.sorted().map { .string($0) })],
      "submenu": list(name(128), 1...3),
    ]
    for (label, maximum) in labels { configuration[label] = object(["color": ref("color"), "text": text(maximum)]) }
    return [
      "HelloParams": hello, "HelloResult": helloResult, "HelloLimits": helloLimits,
      "EffectsResult": object(optional: ["effects": effectList]),
      "ShieldActionResult": object(
        ["response": word(ShieldActionResult.Response.self)], optional: ["effects": effectList, "payload": text(4_096)]),
      "ShieldConfigurationResult": object(["configuration": object(optional: configuration)]),
      "ReportResult": object(["view": ref("view")]),
      "Cancel": object(["reason": openWord(Cancel.Reason.self), "request": ref("requestID")]),
      "Shutdown": object(["reason": openWord(Shutdown.Reason.self)]),
      "ErrorObject": error,
    ]
  }

  var requests: Definitions {
    [
      "Ack": object(["request": ref("requestID")]),
      "CommitParams": object(
        ["effects": list(ref("Effect"), 1...WireLimits.effectsPerReply)],
        optional: ["base": integer(0...WireLimits.largestInteger), "within": ref("requestID")]),
      "CommitResult": object(["revision": number, "snapshot": ref("Snapshot")]),
      "AuthorizeParams": object(["member": word(AuthorizeParams.Member.self)]),
      "AuthorizeResult": object(["authorization": openWord(Authorization.self)]),
      "PickParams": object(
        ["includeEntireCategory": flag],
        optional: ["footer": text(256), "header": text(256), "selection": ref("Selection"), "title": text(256)]),
      "PickResult": object(["selection": ref("Selection")]),
      "PresentReportParams": object(
        ["context": name(), "filter": ref("ReportFilter"), "frame": ref("ViewFrame")],
        optional: ["dismiss": flag, "surface": name(16)]),
      "PresentReportResult": object(
        ["surface": name(16)], optional: ["presentsAt": integer(0...WireLimits.latestTime)]),
      "PresentWindowParams": object(["view": ref("view")], optional: ["title": text(256)]),
      "PresentWindowResult": object(["tree": number]),
    ]
  }

  private var hello: WireValue {
    object(
      [
        "behaviour": openWord(Behaviour.self), "extension": name(65), "limits": ref("HelloLimits"),
        "point": word(ExtensionPoint.self),
      ],
      optional: [
        "capabilities": list(namedWord(Capability.self)), "features": list(namedWord(Feature.self), 0...16),
        "protocols": list(number, 0...8), "schemas": list(number, 0...8),
      ])
  }

  /// Every limit that `hello` contains at some point.
  private var helloLimits: WireValue {
    var members = WireObject()
    for point in ExtensionPoint.allCases {
      guard case .object(let limits) = HelloLimits(for: point).wire else { continue }
      for member in limits.members { members[member.name] = integer(0...WireLimits.largestInteger) }
    }
    return object(optional: members)
  }

  private var helloResult: WireValue {
    object(
      ["extension": name(65), "protocol": number, "schema": number, "version": name(32)],
      optional: [
        "contexts": set(name(), 1...20), "features": set(namedWord(Feature.self), 0...16), "handles": set(name(64)),
        "runtime": object(["name": name(32), "version": name(32)]),
      ])
  }

  private var error: WireValue {
    object(
      ["code": number, "message": text(1_024)],
      optional: [
        "data": object(optional: [
          "actual": number, "afterMs": integer(0...WireLimits.latestTime), "kind": name(64), "limit": name(64),
          "maximum": number, "pointer": text(1_024), "reason": name(64), "retry": openWord(ErrorObject.Retry.self),
          "subject": text(512), "violation": name(64),
          "supported": object(optional: ["protocols": list(number, 0...8), "schemas": list(number, 0...8)]),
        ])
      ])
  }

  // MARK: Lines

  var hostLine: WireValue {
    [
      request(.hello, "HelloParams", by: "h"), request(.perform, "PerformParams", by: "h"),
      request(.shutdown, "Shutdown", by: "h"), notification(.data, "ReportData"), notification(.cancel, "Cancel"),
      result(
        ["CommitResult", "AuthorizeResult", "PickResult", "PresentReportResult", "PresentWindowResult"], of: "e"),
      failure(of: "e"),
    ]
  }

  var extensionLine: WireValue {
    [
      request(.commit, "CommitParams", by: "e"), request(.authorize, "AuthorizeParams", by: "e"),
      request(.pick, "PickParams", by: "e"), request(.presentReport, "PresentReportParams", by: "e"),
      request(.presentWindow, "PresentWindowParams", by: "e"), notification(.ack, "Ack"),
      result(
        [
          "HelloResult", "EffectsResult", "ShieldActionResult", "ShieldConfigurationResult", "ReportResult",
          "WidgetDescription", "WidgetPlaceholderResult", "WidgetSnapshotResult", "WidgetTimelineResult",
          "WidgetRelevanceResult", "OptionsResult", "FocusDescription", "FocusSuggestions", "FocusPerformResult",
        ], of: "h"),
      failure(of: "h"),
    ]
  }

  /// An envelope has no additional members on either side.
  private func line(_ members: WireObject) -> WireValue {
    var members = members
    members["jsonrpc"] = const("2.0")
    return object(members, isClosed: true)
  }

  private func id(_ side: String) -> WireValue {
    ["type": "string", "pattern": .string("^\(side)[1-9][0-9]{0,17}$")]
  }

  private func request(_ method: Method, _ params: String, by side: String) -> WireValue {
    line(["id": id(side), "method": const(method.rawValue), "params": ref(params)])
  }

  private func notification(_ method: Method, _ params: String) -> WireValue {
    line(["method": const(method.rawValue), "params": ref(params)])
  }

  private func result(_ types: [String], of side: String) -> WireValue {
    line(["id": id(side), "result": ["anyOf": .array(types.map(ref))]])
  }

  private func failure(of side: String) -> WireValue { line(["error": ref("ErrorObject"), "id": id(side)]) }
}
