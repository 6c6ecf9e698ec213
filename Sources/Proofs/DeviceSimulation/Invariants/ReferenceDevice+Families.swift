// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

// MARK: - A family is what its accepted effects made it

extension ReferenceDevice {
  /// Compares every family with what it must be.
  mutating func compareFamilies(_ state: DeviceState) {
    for name in familyNames {
      guard let mine = families[name] else { continue }
      guard let theirs = state.families[FamilyID(name)] else {
        find(.effectsAreAppliedOnce, "\(name) is gone")
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
      compare(name, "callbacks on their way", numbers, others, .nothingOwedIsLost)
      compareActivities(mine, theirs)
    }
  }

  private mutating func compareActivities(_ mine: ReferenceFamily, _ theirs: FamilyState) {
    // One that is over leaves with the next look at the clock; when that is, nobody can tell.
    let own = mine.activities.filter { !$0.value.isOver && $0.value.boundary > now }
    for (name, activity) in own.sorted(by: { $0.key < $1.key }) {
      let subject = "\(mine.name)'s \(name)"
      guard let other = theirs.activities[name] else {
        find(.effectsAreAppliedOnce, "\(subject) is not monitored, and must be")
        continue
      }
      compare(subject, "registration", activity.registration, other.registration)
      compare(subject, "schedule", activity.schedule, other.schedule)
      compare(subject, "events", activity.events, other.events)
      compare(subject, "running interval", activity.current?.span, other.current?.span)
    }
    for (name, other) in theirs.activities.sorted(by: { $0.key < $1.key }) where mine.activities[name] == nil {
      if other.isFinished, other.current == nil, other.ending == nil { continue }
      find(.effectsAreAppliedOnce, "\(mine.name)'s \(name) is monitored, and must not be")
    }
  }

  private mutating func compare<Value: Equatable>(
    _ subject: String, _ what: String, _ mine: Value, _ theirs: Value, _ invariant: Invariant = .effectsAreAppliedOnce
  ) {
    if mine != theirs { find(invariant, "\(subject) has \(what) \(theirs), and must have \(mine)") }
  }
}
