// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Caches the meters and verdicts of each foreground until registrations or settings change: a person switches between
/// a few dozen foregrounds all day, and registrations rarely change.
///
/// It affects only speed. ``DeviceState`` clears it with every change of a family or of the operator's policy that is
/// not made in ``DeviceState/keepingPlans(_:)``. It is not part of the saved state, and any two caches are equal.
struct ForegroundPlanCache: Equatable, Sendable {
  /// The first instant at which the clock changes something. Only integers are compared; no calendar is involved.
  var nextBoundary: Timestamp?
  /// Before this instant the clock makes no callback due that was not collected.
  var quietUntil = Timestamp.distantPast
  /// Whether finished activities were removed since the last boundary.
  var isSwept = false
  /// The registry with which the plans were computed, if any.
  private var edition: RegistryEdition?
  private var byFront: [Foreground: ForegroundPlan] = [:]
  /// The bound on entries, since visiting new sites would otherwise grow the cache forever.
  private static let mostFronts = 1_000

  static func == (_: ForegroundPlanCache, _: ForegroundPlanCache) -> Bool { true }

  mutating func forget() { self = ForegroundPlanCache() }

  /// Clears the cache if it was computed with another registry.
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

/// The identity of one version of a registry; each change creates a new one. Comparing it is cheaper than comparing
/// registries.
final class RegistryEdition: Sendable {}

/// The meters and verdicts of one foreground.
final class ForegroundPlan: Sendable {
  /// The meters that count it, whether or not their interval is running.
  let meters: [MeterIndex]
  /// The verdicts of the settings on the app and the website, the outer item first (S3).
  let verdicts: [SettingsVerdict]
  /// Whether no store has a rule on the foreground: then it is free, regardless of grants and of the shield that is up.
  let isFree: Bool
  /// The items that a setting hides or filters, which are not used even while they are in the foreground.
  let blockedItems: [Item]
  var isBlocked: Bool { !blockedItems.isEmpty }
  /// The foreground as it is recorded, with its current categories (E2).
  let counted: RecordedForeground

  init(meters: [MeterIndex], verdicts: [SettingsVerdict], counted: RecordedForeground) {
    self.meters = meters
    self.verdicts = verdicts
    self.counted = counted
    isFree = verdicts.allSatisfy(\.isFree)
    blockedItems = verdicts.compactMap { verdict in
      if case .blocked = verdict.word { verdict.facts.item } else { nil }
    }
  }
}

/// The position of a meter in the state, which saves hashing names for every span. Valid while no activity is added or
/// removed.
struct MeterIndex: Sendable {
  var family: Dictionary<FamilyID, FamilyState>.Index
  var activity: Dictionary<String, Activity>.Index
  /// The position among the meters, which is the same in every interval, since meters follow from the events.
  var meter: Int
}

extension DeviceRules {
  /// The plan of a foreground under the current registrations and settings.
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
  /// Changes families without changing their registrations or settings, so the plans stay valid.
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

  /// Changes only the activities that `change` modifies: writing an unmodified one back would copy it, since a state
  /// that was just saved shares its storage with the saved copy.
  ///
  /// Uses indices, since iterating a dictionary retains a copy of it, which would make each change copy the dictionary.
  ///
  /// - Parameters:
  /// - isMeant: whether to pass an activity to `change`.
  /// - change: returns whether it modified the activity.
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
