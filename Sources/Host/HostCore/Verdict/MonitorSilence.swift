// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

/// The reason why no callback of a family's monitor came in a run.
package struct MonitorSilence: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// Nothing starts monitoring.
    case noApp
    /// Nobody opened it, or its program could not be launched.
    case appNeverOpened
    /// Its program ended before it could be asked to open.
    case appDidNotStart(reason: String)
    case notAuthorized
    /// The app ran and monitors nothing. `refusal`: what the host said to its last refused request.
    case nothingMonitored(refusal: String?)
    /// The event that came nearest to its threshold.
    case belowThreshold(activity: String, event: String, countedMs: Int64, thresholdMs: Int64)
    /// An activity is monitored, and none of its instants came.
    case nothingDue(activity: String)

    package var code: String { String(describing: self).prefix { $0 != "(" }.description }
  }

  package var family: FamilyID
  package var cause: Cause

  /// What happened, then the command that helps.
  package func sentence(_ words: ReasonWords) -> String {
    let family = family.rawValue
    switch cause {
    case .noApp:
      return "It has no app, so nothing starts monitoring. Have a stand-in app do it: "
        + #"sallyport run --monitor "daily 00:00-24:00 limit=1h""#
    case .appNeverOpened: return "Its app was never opened. See why: sallyport state \(family)"
    case .appDidNotStart(let reason):
      return "Its app did not start: \(reason). See what it printed: sallyport call \(family).app activate"
    case .notAuthorized:
      return
        "Its authorization was not granted. Answer in a file, as \(#"{"\#(family)": {"authorize": "approved"}}"#): "
        + "sallyport run --answers FILE"
    case .nothingMonitored(let refusal?):
      return "Its app was refused: \(refusal) See its call: sallyport call \(family).app activate"
    case .nothingMonitored(nil):
      return "Its app never started monitoring. See its call: sallyport call \(family).app activate"
    case .belowThreshold(let activity, let event, let counted, let threshold):
      return "Use stayed below every threshold; the nearest was \(event) of \(activity), "
        + "\(words.duration(counted)) of \(words.duration(threshold)). See what counts: "
        + "sallyport explain callback \(family) \(activity)"
    case .nothingDue(let activity):
      return "No interval of \(activity) began or ended in use. See its times: "
        + "sallyport explain activity \(family) \(activity)"
    }
  }
}

extension DeviceFacts {
  /// The families with a monitor that got no callback in a run, and why.
  package func silences(in record: RunRecord, _ launches: LaunchTally = LaunchTally()) throws -> [MonitorSilence] {
    let unopened = Set(
      try unopenedApps() + launches.lasting.map { ProgramID($0.program) }.filter(\.isApp).map { FamilyID($0.family) })
    return owners.registry.families.values.filter { family in
      family.programs[.monitor] != nil && record.monitorCallbacks[family.id, default: 0] == 0
    }.map(\.id).sorted().map { id in
      MonitorSilence(family: id, cause: cause(of: id, isUnopened: unopened.contains(id), record))
    }
  }

  private func cause(of id: FamilyID, isUnopened: Bool, _ record: RunRecord) -> MonitorSilence.Cause {
    let activities = (state.families[id]?.activityNames ?? []).compactMap { explain(activity: $0, of: id) }
    guard let first = activities.first else {
      if familiesWithoutApp.contains(id) { return .noApp }
      if isUnopened { return .appNeverOpened }
      if let app = owners.registry[id, .app], let reason = owners.registry.standing(app.id)?.startFailure {
        return .appDidNotStart(reason: reason.rawValue)
      }
      guard state.families[id]?.isApproved == true else { return .notAuthorized }
      return .nothingMonitored(refusal: record.refusals[id])
    }
    let events = activities.flatMap { activity in activity.events.map { (activity.activity, $0) } }
      .filter { !$0.1.isReached && $0.1.threshold > 0 }
    // The share of the threshold, in whole numbers.
    func share(_ event: ActivityExplanation.Event) -> Int64 { event.counted * 1_000_000 / event.threshold }
    guard let nearest = events.max(by: { share($0.1) < share($1.1) }) else {
      return .nothingDue(activity: first.activity)
    }
    return .belowThreshold(
      activity: nearest.0, event: nearest.1.name, countedMs: nearest.1.counted, thresholdMs: nearest.1.threshold)
  }
}

extension ProgramID {
  /// Whether this is an app or a stand-in. Apps have no other names.
  var isApp: Bool { [".app", ".\(LoadedFamily.standInName)"].contains { rawValue.hasSuffix($0) } }
}
