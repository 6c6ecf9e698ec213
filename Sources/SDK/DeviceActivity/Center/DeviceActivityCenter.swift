// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import Foundation

/// An object that starts and stops monitoring of activities. All instances are equivalent.
///
/// ### On Linux
/// In a callback, reads return the state of the snapshot with the callback's own calls applied. Starts and stops take
/// effect together with the callback. Callbacks that they cause are delivered after the current one.
public struct DeviceActivityCenter: Sendable {
  /// Creates a centre, which is equivalent to every other instance.
  public init() {}

  /// The names of the monitored activities, sorted.
  public var activities: [DeviceActivityName] {
    let names = ExtensionSession.current?.snapshot?.activities.map(\.name) ?? []
    return names.sorted { $0.precedesInUTF8($1) }.map { DeviceActivityName($0) }
  }

  /// Returns the schedule of an activity, or `nil` if it is not monitored.
  public func schedule(for activity: DeviceActivityName) -> DeviceActivitySchedule? {
    snapshot(of: activity).map { DeviceActivitySchedule($0.schedule) }
  }

  /// Returns the events of an activity. The dictionary is empty if the activity is not monitored.
  public func events(for activity: DeviceActivityName) -> [DeviceActivityEvent.Name: DeviceActivityEvent] {
    let events = snapshot(of: activity)?.events ?? []
    return Dictionary(events.map { (.init($0.name), DeviceActivityEvent($0)) }) { first, _ in first }
  }

  /// The reason that monitoring could not start.
  public enum MonitoringError: LocalizedError, Hashable, Sendable {
    case excessiveActivities, intervalTooLong, intervalTooShort, invalidDateComponents, unauthorized

    /// An English sentence that describes the refusal.
    public var errorDescription: String? {
      switch self {
      case .excessiveActivities: "The family already monitors the maximum number of activities."
      case .intervalTooLong: "The interval of the schedule is longer than a week."
      case .intervalTooShort: "The interval of the schedule is shorter than fifteen minutes."
      case .invalidDateComponents: "The schedule's or an event's date components do not describe a future time."
      case .unauthorized: "The person has not approved Screen Time for this family."
      }
    }

    /// An English sentence that describes how to fix the error.
    public var recoverySuggestion: String? {
      switch self {
      case .excessiveActivities: "Stop monitoring an activity that is no longer needed."
      case .intervalTooLong: "End the interval within seven days of its start."
      case .intervalTooShort: "Make the interval at least fifteen minutes long."
      case .invalidDateComponents: "Use the same units at start and end, and durations of at least a minute."
      case .unauthorized: "Request authorization in the app first."
      }
    }
  }

  /// Starts monitoring an activity, replacing an activity of the same name.
  ///
  /// - Throws: `MonitoringError`, or `EffectViolation` for errors that Apple's type has no case for: invalid names, too
  ///   many events or tokens, and tokens that were never issued.
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

  /// Stops monitoring activities, or all activities if the list is empty. Unknown names are ignored.
  public func stopMonitoring(_ activities: [DeviceActivityName] = []) {
    let names = Set(activities.map(\.rawValue)).sorted { $0.precedesInUTF8($1) }
    ExtensionSession.current?.write([.stopMonitoring(activities: names)])
  }

  private func snapshot(of activity: DeviceActivityName) -> ActivitySnapshot? {
    ExtensionSession.current?.snapshot?.activity(named: activity.rawValue)
  }
}
