// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import ProcessSupervision
internal import ScreenTimeRules

/// A stub that requests everything a family may request and stores everything it receives, to expose leaks of the host.
final class GreedyScript: InProcessScript {
  private let id: String
  private let point: ExtensionPoint
  private let version: String
  /// 0 for the family under test; otherwise the number of another family, about which it may learn nothing.
  private let ambition: Int64
  private let failsWhenSealed: Bool
  /// The start of the day of its reports.
  private let midnight: Int64
  private let attempts: () -> [WireValue]
  private(set) var hasLeft = false
  private var open: RequestID?
  private var lastOwnID: Int64 = 0
  private var steps: ArraySlice<Step> = []
  private var picked: [[String]] = []
  /// The reply to the current callback, sent after its steps.
  private var pendingReply: WireValue = [:]

  /// Each request that a program may send within a callback; every answer is a possible leak.
  private enum Step {
    case authorize, pick, presentReport, malformed
    case commit(WireValue)
  }

  /// - Parameter attempts: the effects that its app also tries, each in a separate commit.
  init(
    id: String, point: ExtensionPoint, version: String, ambition: Int64, failsWhenSealed: Bool,
    midnight: Int64, attempts: @escaping () -> [WireValue]
  ) {
    self.id = id
    self.point = point
    self.version = version
    self.ambition = ambition
    self.failsWhenSealed = failsWhenSealed
    self.midnight = midnight
    self.attempts = attempts
  }

  func hear(_ envelope: Envelope) -> [WireValue] {
    switch envelope {
    case .request(let request, Method.hello.rawValue, _):
      let features: [String] = point.isSealed ? [] : ["commit"]
      let contexts = point == .report ? ["Today"] : nil
      return [
        result(request, HelloResult(features: features, extension: id, version: version, contexts: contexts).wire)
      ]
    case .request(let request, Method.perform.rawValue, let params): return perform(request, params)
    case .request(let request, _, _): return [result(request, [:])]
    case .result(_, let value):
      if case .object(let answer) = value, let selection = answer["selection"] { picked.append(tokens(in: selection)) }
      return goOn()
    case .failure: return goOn()
    case .notification(Method.data.rawValue, let params):
      guard case .object(let data) = params, data["end"] == true, let open else { return [] }
      return sealedReply(open, ["view": ["kind": "text", "text": "seen"]])
    case .notification: return []
    }
  }

  private func perform(_ request: RequestID, _ params: WireValue) -> [WireValue] {
    guard case .object(let call) = params, case .string(let callback)? = call["callback"] else { return [] }
    open = request
    switch point {
    case .app:
      if callback == "activate" {
        steps = [.authorize, .pick, .pick, .pick, .commit(Self.mark), .presentReport, .malformed]
        steps += attempts().map(Step.commit)
      }
      picked = []
      return goOn()
    case .monitor:
      pendingReply = ["effects": .array(memory(of: call, callback))]
      steps = [.commit(Self.mark)]
      return goOn()
    case .shieldAction:
      pendingReply = ["effects": .array(memory(of: call, callback)), "response": "defer"]
      steps = [.commit(Self.mark)]
      return goOn()
    case .shieldConfiguration:
      return sealedReply(request, ["configuration": ["title": ["color": "#000000ff", "text": "No"]]])
    case .report: return []
    case .widget, .focusFilter: return [result(request, [:])]
    }
  }

  private func sealedReply(_ request: RequestID, _ value: WireValue) -> [WireValue] {
    guard failsWhenSealed else { return [result(request, value)] }
    hasLeft = true
    return []
  }

  /// The next request of the current callback, or its reply.
  private func goOn() -> [WireValue] {
    guard let open else { return [] }
    guard let step = steps.popFirst() else {
      self.open = nil
      return [result(open, point == .app ? ["effects": .array(wishes)] : pendingReply)]
    }
    lastOwnID += 1
    let (method, params): (Method, WireValue) =
      switch step {
      case .authorize: (.authorize, ["member": "individual"])
      case .pick: (.pick, ["includeEntireCategory": false])
      case .commit(let effect): (.commit, ["effects": [effect], "within": .string(open.description)])
      case .presentReport:
        (
          .presentReport,
          PresentReportParams(
            context: "Today",
            filter: ReportFilter(
              segment: .daily, start: midnight, end: midnight + PublicScript.dayLength),
            frame: ViewFrame(width: 300_000, height: 300_000)
          ).wire
        )
      case .malformed: (.presentReport, ["context": "", "surface": "s99"])
      }
    return [Envelope.request(id: RequestID(.extension, lastOwnID), method: method.rawValue, params: params).wire]
  }

  // MARK: - Requests

  /// Sent only for the answer, which contains the family's current revision and state.
  private static let mark: WireValue = [
    "kind": "setDefault", "suite": "standard", "key": "asked", "value": ["bool": true],
  ]

  private var wishes: [WireValue] {
    // Another family's settings must not be visible to the family under test.
    if ambition > 0 {
      return [
        ["kind": "setSetting", "store": "other", "key": "media.maximumMovieRating", "value": .integer(100 * ambition)],
        ["kind": "setSetting", "store": "other", "key": "media.denyExplicitContent", "value": true],
        // Its callbacks have seeds, which must not be those of the family under test.
        [
          "kind": "startMonitoring", "activity": "other",
          "schedule": ["start": ["hour": 8, "minute": 0], "end": ["hour": 20, "minute": 0], "repeats": true],
          "events": [],
        ],
      ]
    }
    let (games, study) = (picked.first ?? [], picked.dropFirst().first ?? [])
    let study0 = study.filter { !isDomain($0) }
    let sites = study.filter(isDomain)
    let sets: [String: [String]] = ["study": study0, "sites": sites, "both": study]
    var events: [WireValue] = []
    for (name, _, minutes) in DeclaredOutputs.ladder {
      let set = sets[name] ?? []
      for minute in minutes {
        events.append([
          "name": .string("\(name) \(minute)"),
          "applications": .array(set.filter { !isDomain($0) }.map(WireValue.string)),
          "categories": [], "webDomains": .array(set.filter(isDomain).map(WireValue.string)),
          "threshold": ["minute": .integer(minute)], "includesPastActivity": false,
        ])
      }
    }
    return [
      [
        "kind": "startMonitoring", "activity": "day",
        "schedule": ["start": ["hour": 7, "minute": 0], "end": ["hour": 23, "minute": 0], "repeats": true],
        "events": .array(events),
      ],
      [
        "kind": "setSetting", "store": "limits", "key": "shield.applications",
        "value": .array(games.map(WireValue.string)),
      ],
    ]
  }

  private func isDomain(_ token: String) -> Bool { WireToken(token)?.kind == .webDomain }

  /// Stores everything the callback contained in the family's defaults, exact times above all.
  private func memory(of call: WireObject, _ callback: String) -> [WireValue] {
    let delivery = WireText.canonical(call["delivery"] ?? .null)
    let arguments = WireText.canonical(call["arguments"] ?? .null)
    return [
      [
        "kind": "setDefault", "suite": "standard", "key": .string(callback),
        "value": ["string": .string(String((delivery + arguments).prefix(2_000)))],
      ]
    ]
  }

  private func tokens(in value: WireValue) -> [String] {
    switch value {
    case .string(let text): WireToken(text) == nil ? [] : [text]
    case .array(let elements): elements.flatMap(tokens(in:))
    case .object(let object): object.members.flatMap { tokens(in: $0.value) }
    case .null, .bool, .integer: []
    }
  }

  private func result(_ request: RequestID, _ value: WireValue) -> WireValue {
    Envelope.result(id: request, result: value).wire
  }
}
