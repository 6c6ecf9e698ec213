// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision

/// The app of a family that has none, for a developer who has only a monitor: it asks for authorization, has the items
/// of its events picked, and starts monitoring (DEV-3).
///
/// It speaks the wire as any app does, so its limits and errors are an app's, and recordings contain it (DEV-5).
final class StandInApp: InProcessScript {
  private enum Step {
    case authorize
    case pick
  }

  private let id: String
  private let version: String
  private let monitored: [MonitorSpecification]
  private(set) var hasLeft = false
  /// The callback in flight, and the questions still to ask in it.
  private var open: RequestID?
  private var steps: ArraySlice<Step> = []
  private var picked: [Selection] = []
  private var lastOwnID: Int64 = 0

  init(of family: LoadedFamily) {
    id = family.manifest.app?.id ?? ""
    version = family.manifest.version
    monitored = family.monitored
  }

  func hear(_ envelope: Envelope) -> [WireValue] {
    switch envelope {
    case .request(let request, Method.hello.rawValue, _):
      return say(.result(id: request, result: HelloResult(features: [], extension: id, version: version).wire))
    case .request(let request, Method.perform.rawValue, let params): return perform(request, params)
    case .request(let request, let method, _):
      hasLeft = method == Method.shutdown.rawValue
      return say(.result(id: request, result: [:]))
    case .result(_, let result):
      if case .pick? = steps.popFirst(), !take(result) { return fail("The person picked nothing for an event.") }
      return goOn()
    // Another attempt would only ask again. The run says what was refused.
    case .failure: return reply([])
    case .notification: return []
    }
  }

  private func perform(_ request: RequestID, _ params: WireValue) -> [WireValue] {
    open = request
    (steps, picked) = ([], [])
    guard let call = try? PerformParams(wire: params, at: "", from: .host), case .activate = call.callback else {
      return reply([])
    }
    steps =
      (call.snapshot.authorization == .approved ? [] : [.authorize])
      + events.filter { !$0.countsAll }.map { _ in .pick }
    return goOn()
  }

  /// - Returns: whether something was picked. An event without items would count all use.
  private func take(_ result: WireValue) -> Bool {
    guard let selection = try? PickResult(wire: result, at: "", from: .host).selection,
      selection != Selection(includeEntireCategory: selection.includeEntireCategory)
    else { return false }
    picked.append(selection)
    return true
  }

  private var events: [MonitorSpecification.Event] { monitored.flatMap(\.events) }

  /// Asks the next question, or replies when all are answered.
  private func goOn() -> [WireValue] {
    guard let step = steps.first else { return reply(activities) }
    lastOwnID += 1
    let (method, params): (Method, WireValue) =
      switch step {
      case .authorize: (.authorize, AuthorizeParams(member: .individual).wire)
      case .pick: (.pick, PickParams(includeEntireCategory: false).wire)
      }
    return say(.request(id: RequestID(.extension, lastOwnID), method: method.rawValue, params: params))
  }

  private var activities: [Effect] {
    var selections = picked[...]
    return monitored.flatMap { one in
      let events = one.events.map { event in
        MonitoringEvent(event, of: event.countsAll ? Selection() : selections.popFirst() ?? Selection())
      }
      return one.activities.map { Effect.startMonitoring(activity: $0.name, schedule: $0.schedule, events: events) }
    }
  }

  private func reply(_ effects: [Effect]) -> [WireValue] {
    defer { open = nil }
    return open.map { say(.result(id: $0, result: EffectsResult(effects: effects).wire)) } ?? []
  }

  private func fail(_ message: String) -> [WireValue] {
    defer { open = nil }
    steps = []
    return open.map { say(.failure(id: $0, error: ErrorObject(.extensionError, message))) } ?? []
  }

  private func say(_ envelope: Envelope) -> [WireValue] { [envelope.wire] }
}

extension MonitoringEvent {
  fileprivate init(_ event: MonitorSpecification.Event, of selection: Selection) {
    self.init(
      name: event.name, applications: selection.applications, categories: selection.categories,
      webDomains: selection.webDomains, threshold: MonitorSpecification.components(event.thresholdSeconds),
      includesPastActivity: event.includesPastActivity)
  }
}

extension InProcessLaunching {
  /// Creates the launcher of a family's stand-in app.
  convenience init(standInOf family: LoadedFamily) {
    self.init(grade: LoadedFamily.standInName) { StandInApp(of: family) }
  }
}
