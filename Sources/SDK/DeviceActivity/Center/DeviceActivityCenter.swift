// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import Foundation

/// The activities that the family has monitored; all instances are equivalent.
///
/// ### On Linux
/// In a callback, reads are answered from its snapshot and its own calls; what it starts or stops is applied together
/// with the callback. Callbacks that a stop or a start owes come after the current one (C10).
public struct DeviceActivityCenter: Sendable {
  /// All instances are the same centre.
  public init() {}

  /// Sorted by name.
  public var activities: [DeviceActivityName] {
    let names = ExtensionSession.current?.snapshot?.activities.map(\.name) ?? []
    return names.sorted { $0.precedesInUTF8($1) }.map { DeviceActivityName($0) }
  }

  /// - Returns: nil for an activity that is not monitored (D12).
  public func schedule(for activity: DeviceActivityName) -> DeviceActivitySchedule? {
    snapshot(of: activity).map { DeviceActivitySchedule($0.schedule) }
  }

  /// - Returns: empty for an activity that is not monitored (D12).
  public func events(for activity: DeviceActivityName) -> [DeviceActivityEvent.Name: DeviceActivityEvent] {
    let events = snapshot(of: activity)?.events ?? []
    return Dictionary(events.map { (.init($0.name), DeviceActivityEvent($0)) }) { first, _ in first }
  }

  /// Why monitoring could not start.
  public enum MonitoringError: LocalizedError, Hashable, Sendable {
    case excessiveActivities, intervalTooLong, intervalTooShort, invalidDateComponents, unauthorized

    /// One English sentence on what was refused.
    public var errorDescription: String? {
      switch self {
      case .excessiveActivities: "The family monitors as many activities as it may."
      case .intervalTooLong: "The interval of the schedule is longer than a week."
      case .intervalTooShort: "The interval of the schedule is shorter than fifteen minutes."
      case .invalidDateComponents: "The schedule's or an event's date components do not make a time that will come."
      case .unauthorized: "The person has not approved Screen Time for this family."
      }
    }

    /// What to change, as one sentence.
    public var recoverySuggestion: String? {
      switch self {
      case .excessiveActivities: "Stop monitoring an activity that is no longer needed."
      case .intervalTooLong: "Let the interval end within seven days of its start."
      case .intervalTooShort: "Let at least fifteen minutes pass between start and end."
      case .invalidDateComponents: "Name the same unit at start and end, and durations of a minute or more."
      case .unauthorized: "Ask for authorization in the app first."
      }
    }
  }

  /// Registers an activity, replacing one of the same name (D8).
  ///
  /// - Throws: `MonitoringError` in the order of D7, or `EffectViolation` for what Apple has no case for: names, the
  ///   number of events and of their tokens, tokens that were never issued.
  public func startMonitoring(
    _ activity: DeviceActivityName, during schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:]
  ) throws {
    guard let session = ExtensionSession.current, let terms = session.terms, let snapshot = session.snapshot,
      terms.point.mayHaveEffects
    else { throw MonitoringError.unauthorized }
    let request = MonitoringRequest(
      activity: activity, schedule: schedule, events: events, terms: terms, snapshot: snapshot)
    let effect = try request.effect()
    do {
      try session.writeOrThrow(effect, asksHost: request.namesTokens)
    } catch HostRequestFailure.refused(let refusal) {
      throw MonitoringRequest.failure(refusal)
    }
  }

  /// Ends monitoring; an empty list means all, unknown names are ignored (D12).
  public func stopMonitoring(_ activities: [DeviceActivityName] = []) {
    let names = Set(activities.map(\.rawValue)).sorted { $0.precedesInUTF8($1) }
    ExtensionSession.current?.write([.stopMonitoring(activities: names)])
  }

  private func snapshot(of activity: DeviceActivityName) -> ActivitySnapshot? {
    ExtensionSession.current?.snapshot?.activity(named: activity.rawValue)
  }
}
