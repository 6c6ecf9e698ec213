// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

// MARK: - A family's state follows from its accepted effects

extension ReferenceDevice {
  /// Compares every family with its reference.
  mutating func compareFamilies(_ state: DeviceState) {
    for name in familyNames {
      guard let mine = families[name] else { continue }
      guard let theirs = state.families[FamilyID(name)] else {
        find(.effectsAreAppliedOnce, "\(name) is missing")
        continue
      }
      compare(name, "authorization", mine.authorization.rawValue, theirs.authorization.rawValue)
      compare(name, "member", mine.member?.rawValue ?? "none", theirs.member?.rawValue ?? "none")
      compare(name, "revision", mine.revision, theirs.revision)
      compare(name, "last number", mine.sequence, theirs.sequence, .nothingOwedIsLost)
      compare(name, "registrations", mine.registrations, theirs.registrations)
      compare(name, "stores", mine.stores, theirs.stores)
      compare(name, "defaults", mine.defaults, theirs.defaults)
      let (numbers, others) = (mine.outstanding.keys.sorted(), theirs.outstanding.map(\.sequence).sorted())
      compare(name, "callbacks in flight", numbers, others, .nothingOwedIsLost)
      compareActivities(mine, theirs)
    }
  }

  private mutating func compareActivities(_ mine: ReferenceFamily, _ theirs: FamilyState) {
    // A finished activity is removed at the next clock check, whose time isn't determined, so skip it.
    let own = mine.activities.filter { !$0.value.isOver && $0.value.boundary > now }
    for (name, activity) in own.sorted(by: { $0.key < $1.key }) {
      let subject = "\(mine.name)'s \(name)"
      guard let other = theirs.activities[name] else {
        find(.effectsAreAppliedOnce, "\(subject) is not monitored but must be")
        continue
      }
      compare(subject, "registration", activity.registration, other.registration)
      compare(subject, "schedule", activity.schedule, other.schedule)
      compare(subject, "events", activity.events, other.events)
      compare(subject, "running interval", activity.current?.span, other.current?.span)
    }
    for (name, other) in theirs.activities.sorted(by: { $0.key < $1.key }) where mine.activities[name] == nil {
      if other.isFinished, other.current == nil, other.ending == nil { continue }
      find(.effectsAreAppliedOnce, "\(mine.name)'s \(name) is monitored but must not be")
    }
  }

  private mutating func compare<Value: Equatable>(
    _ subject: String, _ what: String, _ mine: Value, _ theirs: Value, _ invariant: Invariant = .effectsAreAppliedOnce
  ) {
    if mine != theirs { find(invariant, "\(subject) has \(what) \(theirs) but must have \(mine)") }
  }
}
