// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The decisions that depend on an approved child, for every status and member of a family.
@Suite struct ChildAuthorizationTests {
  private static let asker = FamilyID("asker")
  private static let holder = FamilyID("holder")
  private static let statuses = [Authorization.notDetermined, .denied, .approved]

  private static func state(_ families: [FamilyID: FamilyState]) -> DeviceState {
    DeviceState(now: Bench.time("2026-08-13 10:00"), place: Bench.losAngeles, families: families)
  }

  @Test func `only a family that is approved for the child keeps another one from the child`() {
    let rules = DeviceRules(authorization: AuthorizationPolicy(person: .child))
    for status in Self.statuses {
      for member in [FamilyMember.child, .individual] {
        let holder = FamilyState(authorization: status, member: member)
        let state = Self.state([Self.asker: FamilyState(), Self.holder: holder])
        let isTaken = status == .approved && member == .child
        // Unless it was chosen otherwise, the answer does not tell that the other family exists.
        let child = rules.authorizationVerdict(for: .child, of: Self.asker, in: state)
        #expect(child == (isTaken ? .refused(.authorizationCanceled) : .ask(.guardian)), "\(status) \(member)")
        let individual = rules.authorizationVerdict(for: .individual, of: Self.asker, in: state)
        #expect(individual == .ask(.owner), "\(status) \(member)")
      }
    }
  }

  @Test func `the end of supervision revokes what was approved for the child and nothing else`() throws {
    var families: [FamilyID: FamilyState] = [:]
    for status in Self.statuses {
      for member in [FamilyMember.child, .individual] {
        families[FamilyID("\(status) \(member)")] = FamilyState(authorization: status, member: member)
      }
    }
    let ended = FamilyID("\(Authorization.approved) \(FamilyMember.child)")
    var state = Self.state(families)
    let outcomes = try DeviceRules().endSupervision(by: .guardian, in: &state)
    #expect(outcomes == [ended: Outcome()])
    #expect(state.families[ended]?.authorization == .denied && state.families[ended]?.member == nil)
    for (id, family) in families where id != ended { #expect(state.families[id] == family, "\(id)") }
  }

  @Test func `an app's own revocation needs the guardian's consent only if a guardian approved it`() {
    for status in Self.statuses {
      for member in [nil, FamilyMember.individual, .child] {
        for consent in [[], [.owner], [.guardian], [.owner, .guardian]] as [Set<Authenticator>] {
          var state = Self.state([Self.asker: FamilyState(authorization: status, member: member)])
          let found = violation { () throws(EffectViolation) in
            _ = try DeviceRules().apply([.revokeAuthorization], of: Self.asker, consent: consent, to: &state)
          }
          let isRefused = status == .approved && member == .child && !consent.contains(.guardian)
          let subject = "\(status) \(String(describing: member)) \(consent)"
          #expect((found?.code == .authorization(.authorizationCanceled)) == isRefused, "\(subject)")
          #expect((found == nil) != isRefused, "\(subject)")
          let left: Authorization = status == .approved && !isRefused ? .denied : status
          #expect(state.families[Self.asker]?.authorization == left, "\(subject)")
        }
      }
    }
  }
}
