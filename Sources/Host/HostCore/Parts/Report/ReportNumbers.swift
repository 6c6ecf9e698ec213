// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// The numbers that a report shows, segment by segment, and the requirements for showing them.
final class ReportNumbers {
  let memory: DeviceMemory
  let registry: FamilyRegistry
  let consent: ConsentDesk
  let consents: Consents
  let configuration: HostConfiguration

  init(_ owners: Owners, consents: Consents) {
    memory = owners.memory
    registry = owners.registry
    consent = owners.consent
    configuration = owners.configuration
    self.consents = consents
  }

  /// - Throws: `HostError` for a family that has no report, is not approved, or waits for consent.
  func requireReport(of family: FamilyID) throws(HostError) -> HostedProgram {
    guard let program = registry[family, .report] else {
      throw HostError(
        .usage, "The family “\(family.rawValue)” has no report; `sallyport families` lists the families.")
    }
    guard memory.state.families[family]?.isApproved == true else {
      throw HostError(.failed, "“\(family.rawValue)” is not approved by the person, so it is shown no usage.")
    }
    if consent.isSuspended(.report, of: family, in: memory.state), let suspension = consents.suspension(of: family) {
      throw HostError(.failed, suspension.sentence)
    }
    return program
  }

  /// Whether the request's filter includes this host's use (R6, R7).
  func isNamed(by request: ReportRequest) -> Bool {
    scope(of: request.family).includesLedger(users: request.users, devices: request.devices)
  }

  func scope(of family: FamilyID) -> ReportScope {
    func isChild(_ state: FamilyState) -> Bool { state.isApproved && state.member == .child }
    return ReportScope(
      model: configuration.deviceModel, isChild: memory.state.families.values.contains(where: isChild),
      isManagedByFamily: memory.state.families[family].map(isChild) ?? false)
  }

  func segments(_ request: ReportRequest, _ reader: StoreReader) throws -> [ReportQuery.Segment] {
    let calendar = try reportCalendar()
    let now = memory.state.now
    let horizon = ReportScope.horizon(days: configuration.retention.use, before: now, in: calendar)
    let span = TimeSpan(start: max(request.start, horizon), end: min(request.end, now))
    let query = ReportQuery(calendar: calendar, registry: memory.rules.registry)
    let unit: Calendar.Component =
      switch request.segment {
      case .hourly: .hour
      case .daily: .day
      case .weekly: .weekOfYear
      }
    let spans = query.segments(of: unit, around: span, until: now)
    guard let first = spans.first, let last = spans.last else { return [] }
    // The first week may begin before the retained history: leave out its older days.
    let start = max(first.start, horizon)
    let zone = unit == .hour ? nil : calendar.timeZone.identifier
    let runs = try reader.runs(from: start, to: last.end).map { whole in
      var run = whole
      if run.start < start { (run.start, run.isWhole) = (start, false) }
      return run
    }
    return query.segments(
      spans, of: try reader.rolledUse(from: start, to: last.end, inDaysOf: zone), runs: runs,
      selection: request.selection)
  }

  /// The person's calendar, which determines the hours, days and weeks of a report (R5).
  private func reportCalendar() throws -> Calendar {
    guard var person = memory.state.place.makeCalendar() else {
      throw HostError(
        .failed,
        "“\(memory.state.place.calendar)” in \(memory.state.place.timeZone) is not a calendar that this host supports.")
    }
    person.firstWeekday = Int(configuration.environment.firstWeekday)
    return person
  }
}
