// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import ScreenTimeRules

/// Checks the authority of an order: an act of the guardian needs a proof of the passcode.
struct GuardianDoor {
  private let file: GuardianFile
  private let isChild: Bool

  init(_ configuration: HostConfiguration) {
    file = GuardianFile(state: configuration.stateDirectory)
    isChild = configuration.authorization.person == .child
  }

  /// - Parameters:
  ///   - account: the account that the kernel reports for the caller.
  ///   - enter: enters a wrong attempt in the ledger.
  /// - Throws: `HostError` if the order lacks its proof. Only the attempts have changed then.
  func admit(_ order: PersonOrder, _ proof: String?, of account: uid_t, enter: (PasscodeNews) throws -> Void) throws {
    let passcode = try file.passcode()
    switch order.kind {
    case .passcode(.set):
      guard passcode == nil else {
        throw HostError(.failed, "A passcode is set; `sallyport passcode change` replaces it.")
      }
    case .passcode(.change), .passcode(.remove):
      try check(proof, \.passcode, account, enter)
    case .passcode(.recover): try check(proof, \.recovery, account, enter)
    case .passcode(.replace):
      guard passcode != nil else {
        throw HostError(.failed, "No passcode is set, so there is nothing to replace.")
      }
    default:
      if order.role == .guardian { return try check(proof, \.passcode, account, enter) }
      // Without a passcode nobody is the guardian yet, and what only a guardian may do is refused elsewhere.
      guard isChild, passcode != nil, !order.kind.isOpenToChild else { return }
      throw HostError(
        .failed, "On a child's device this is for the guardian; repeat with --as guardian.", as: .guardianNeeded)
    }
  }

  /// Checks a proof of the passcode without an act.
  func check(_ proof: String, of account: uid_t, enter: (PasscodeNews) throws -> Void) throws {
    try check(proof, \.passcode, account, enter)
  }

  /// Stores a new passcode or removes it. The order was admitted.
  ///
  /// - Returns: what the ledger tells; `nil` for any other order.
  func carryOut(_ order: PersonOrder) throws -> PasscodeNews? {
    guard case .passcode(let change) = order.kind else { return nil }
    return try file.change { contents throws(HostError) in
      switch change {
      case .set(let passcode, let recovery):
        // Another command may have set one since the order was admitted.
        guard contents.passcode == nil else { throw HostError(.failed, "A passcode is set.") }
        (contents.passcode, contents.recovery) = (passcode, recovery)
        return .set
      case .change(let passcode):
        contents.passcode = passcode
        return .changed
      case .recover(let passcode, let recovery):
        (contents.passcode, contents.recovery) = (passcode, recovery)
        return .recovered
      case .replace(let passcode, let recovery):
        contents.pending = GuardianFile.Pending(passcode: passcode, recovery: recovery)
        return nil
      case .remove:
        (contents.passcode, contents.recovery, contents.pending) = (nil, nil, nil)
        return .removed
      }
    }
  }

  /// Replaces the forgotten passcode with the pending one.
  ///
  /// - Returns: `false` if there is none, as in a file that was restored from a backup.
  func adoptPending() throws -> Bool {
    try file.change { contents throws(HostError) in
      guard let pending = contents.pending else { return false }
      (contents.passcode, contents.recovery, contents.pending) = (pending.passcode, pending.recovery, nil)
      return true
    }
  }

  /// Ends the wait of a replacement that is due. Kept apart from the device, which has no passcode.
  func settle(_ facts: DeviceFacts, _ take: (DeviceInput) throws -> Void) throws {
    guard let due = facts.dueReplacement else { return }
    let origin = ActOrigin(.cli, as: .owner)
    guard try adoptPending() else {
      return try take(.person(PersonAct(.cancelsChange(due.number), origin: origin)))
    }
    try take(.operator(.passcode(.replaced, by: origin)))
  }

  /// Checks a proof. The attempt is durable before the check, so a kill does not give it back.
  private func check(
    _ proof: String?, _ which: KeyPath<GuardianFile.Contents, PasscodeVerifier?>, _ account: uid_t,
    _ enter: (PasscodeNews) throws -> Void
  ) throws {
    let now = try BootTime.now()
    let verifier = try file.change { contents throws(HostError) in
      guard let verifier = contents[keyPath: which] else {
        throw HostError(.failed, "No passcode is set, so nobody is the guardian; `sallyport passcode set` sets one.")
      }
      guard proof != nil else {
        throw HostError(
          .failed, "This needs the guardian's passcode; repeat with --as guardian in a terminal.", as: .guardianNeeded)
      }
      try contents.tries.take(account, at: now)
      return verifier
    }
    guard verifier.accepts(proof ?? "") else {
      try enter(.wrong)
      throw HostError(.failed, "The passcode is not right.", as: .guardianNeeded)
    }
    try file.change { contents throws(HostError) in contents.tries.succeed(account) }
  }
}

extension PersonOrder.Kind {
  /// Whether a child may do it on a device of their own (the column C of the acts).
  fileprivate var isOpenToChild: Bool {
    switch self {
    case .open, .close, .tap, .press, .answerNotification, .clearNotification, .widget, .focus, .ask, .withdraw,
      .endGrant, .cancelChange:
      true
    // The operator is the account that runs the host, and these change neither a limit nor what a family learns.
    case .restart, .resend, .dismiss, .push: true
    case .answer, .pick, .consent, .revoke, .remove, .resetTokens, .withdrawItem, .ledger, .passcode, .allow, .refuse,
      .rename, .file, .merge, .delayChanges:
      false
    }
  }
}
