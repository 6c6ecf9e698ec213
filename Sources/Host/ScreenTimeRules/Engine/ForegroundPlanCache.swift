// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What registrations and settings come to for what is in front, worked out when it is first asked and kept until they
/// change: a person moves between a few dozen fronts all day, and a change of registrations is rare.
///
/// It decides nothing: it only remembers what would be found again. ``DeviceState`` forgets it with every change of a
/// family or of the operator's policy that is not made in ``DeviceState/keepingPlans(_:)``; it is left out of the saved
/// state, and equal to any other.
struct ForegroundPlanCache: Equatable, Sendable {
  /// The first instant at which the clock changes something; integers only, no calendar.
  var nextBoundary: Timestamp?
  /// Before this instant the clock owes nothing that was not taken.
  var quietUntil = Timestamp.distantPast
  /// Finished activities were looked for, and those that could leave have left.
  var isSwept = false
  /// Which registry it was worked out with, if any.
  private var edition: RegistryEdition?
  private var byFront: [Foreground: ForegroundPlan] = [:]
  /// Somebody who visits a new site every minute could otherwise make this grow for ever.
  private static let mostFronts = 1_000

  static func == (_: ForegroundPlanCache, _: ForegroundPlanCache) -> Bool { true }

  mutating func forget() { self = ForegroundPlanCache() }

  /// Forgets what was worked out with another registry.
  mutating func use(_ edition: RegistryEdition) {
    guard self.edition !== edition else { return }
    forget()
    self.edition = edition
  }

  subscript(front: Foreground) -> ForegroundPlan? {
    get { byFront[front] }
    set {
      if byFront.count >= Self.mostFronts { byFront = [:] }
      byFront[front] = newValue
    }
  }
}

/// Stands for a registry as it is: another one after each change. Comparing it spares comparing registries.
final class RegistryEdition: Sendable {}

/// What one front comes to.
final class ForegroundPlan: Sendable {
  /// The meters that count it, whether their interval runs now or not.
  let meters: [MeterIndex]
  /// What the settings say on what is in front, the outer item first (S3).
  let verdicts: [SettingsVerdict]
  /// No store has a word on what is in front: it is free, whatever is granted and whoever's shield is up (§3).
  let isFree: Bool
  /// As it is counted: filed as the registry files it now (E2).
  let counted: RecordedForeground

  init(meters: [MeterIndex], verdicts: [SettingsVerdict], counted: RecordedForeground) {
    self.meters = meters
    self.verdicts = verdicts
    self.counted = counted
    isFree = verdicts.allSatisfy(\.isFree)
  }
}

/// Where a meter lives in the state, without hashing a name for every span. Good while nobody registers or leaves.
struct MeterIndex: Sendable {
  var family: Dictionary<FamilyID, FamilyState>.Index
  var activity: Dictionary<String, Activity>.Index
  /// Among the meters of every interval of the activity: they follow from its events.
  var meter: Int
}

extension DeviceRules {
  /// What a front comes to under the registrations and settings as they stand.
  func plan(for front: Foreground, in state: inout DeviceState) -> ForegroundPlan {
    state.plans.use(edition)
    if let known = state.plans[front] { return known }
    let plan = ForegroundPlan(
      meters: meters(matching: ForegroundKeys(front, registry: registry), in: state),
      verdicts: [front.app, front.web].compactMap { $0.map { verdict(on: $0, in: state) } },
      counted: RecordedForeground(
        app: front.app, appCategory: front.app.map(registry.category), web: front.web,
        webCategory: front.web.map(registry.category), isPresent: front.isInUse, presenceKnown: front.presenceKnown))
    state.plans[front] = plan
    return plan
  }

  private func meters(matching keys: ForegroundKeys, in state: DeviceState) -> [MeterIndex] {
    guard keys.isInUse else { return [] }
    var result: [MeterIndex] = []
    for family in state.families.indices {
      let activities = state.families.values[family].activities
      for activity in activities.indices {
        for (number, selection) in Meter.selections(of: activities.values[activity].events).enumerated()
        where keys.matches(selection) {
          result.append(MeterIndex(family: family, activity: activity, meter: number))
        }
      }
    }
    return result
  }
}

extension DeviceState {
  /// Changes families without changing what they registered or set: what the plans know stays true.
  mutating func keepingPlans(_ change: (inout [FamilyID: FamilyState]) -> Void) {
    let kept = plans
    change(&families)
    plans = kept
  }

  /// The first instant at which the clock changes something.
  mutating func findNextBoundary() -> Timestamp {
    if let known = plans.nextBoundary { return known }
    var boundary = Timestamp.distantFuture
    for family in families.values {
      for activity in family.activities.values { boundary = min(boundary, activity.nextBoundary) }
      for due in family.held ?? [] { boundary = min(boundary, due.slot ?? boundary) }
    }
    plans.nextBoundary = boundary
    return boundary
  }

  /// Changes the activities that `change` does something to, and leaves alone what would be copied for nothing: a state
  /// that was just saved shares all of its storage with what was saved.
  ///
  /// By index, since iterating a dictionary keeps a copy of it alive, which would make each change copy all of them.
  ///
  /// - Parameters:
  ///   - isMeant: whether to look at an activity at all.
  ///   - change: returns whether it changed the activity.
  mutating func forEachActivity(
    where isMeant: (borrowing Activity) -> Bool = { _ in true }, _ change: (FamilyID, inout Activity) -> Bool
  ) {
    keepingPlans { families in
      for family in families.indices {
        let id = families.keys[family]
        for index in families.values[family].activities.indices
        where isMeant(families.values[family].activities.values[index]) {
          var activity = families.values[family].activities.values[index]
          if change(id, &activity) { families.values[family].activities.values[index] = activity }
        }
      }
    }
  }
}
