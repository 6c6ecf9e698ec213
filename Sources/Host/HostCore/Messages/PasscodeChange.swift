// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import PrivacyBoundary

/// A change of the guardian's passcode. It carries verifiers, never a passcode.
package enum PasscodeChange: Hashable, Sendable {
  /// The first passcode, and the code that replaces a forgotten one.
  case set(PasscodeVerifier, recovery: PasscodeVerifier)
  case change(PasscodeVerifier)
  /// A new passcode in exchange for the recovery code, which is used up.
  case recover(PasscodeVerifier, recovery: PasscodeVerifier)
  /// A new passcode without the recovery code. It takes effect after the delay for changes that open something; until
  /// then every page shows a notice.
  case replace(PasscodeVerifier, recovery: PasscodeVerifier)
  case remove
}

/// What became of the passcode, for the ledger.
package enum PasscodeNews: String, Codable, Sendable {
  case set, changed, recovered, replaced, removed
  case wrong

  /// Whether the passcode is another one than before, so that a replacement that waits is not wanted any more.
  var endsReplacement: Bool {
    switch self {
    case .changed, .recovered, .replaced, .removed: true
    case .set, .wrong: false
    }
  }

  /// Completes "The passcode was …".
  var spoken: String {
    switch self {
    case .set: "set"
    case .changed: "changed"
    case .recovered: "replaced with the recovery code"
    case .replaced: "replaced without the recovery code"
    case .removed: "removed"
    case .wrong: "given wrongly"
    }
  }
}

extension PasscodeChange: WireConvertible {
  private enum Word: String, WireWord { case set, change, recover, replace, remove }

  package var wire: WireValue {
    switch self {
    case .set(let passcode, let recovery):
      ["passcode": passcode.wire, "recovery": recovery.wire, "which": Word.set.wire]
    case .change(let passcode): ["passcode": passcode.wire, "which": Word.change.wire]
    case .recover(let passcode, let recovery):
      ["passcode": passcode.wire, "recovery": recovery.wire, "which": Word.recover.wire]
    case .replace(let passcode, let recovery):
      ["passcode": passcode.wire, "recovery": recovery.wire, "which": Word.replace.wire]
    case .remove: ["which": Word.remove.wire]
    }
  }

  package init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    switch try reader.required("which", as: Word.self) {
    case .set: self = .set(try reader.required("passcode"), recovery: try reader.required("recovery"))
    case .change: self = .change(try reader.required("passcode"))
    case .recover: self = .recover(try reader.required("passcode"), recovery: try reader.required("recovery"))
    case .replace: self = .replace(try reader.required("passcode"), recovery: try reader.required("recovery"))
    case .remove: self = .remove
    }
    try reader.finish()
  }
}

extension PasscodeVerifier: WireConvertible {
  package var wire: WireValue {
    [
      "blockSize": .integer(Int64(cost.blockSize)), "digest": .string(digest),
      "parallelism": .integer(Int64(cost.parallelism)), "rounds": .integer(Int64(cost.rounds)), "salt": .string(salt),
    ]
  }

  package init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    let cost = Cost(
      rounds: Int(try reader.integer("rounds", in: 1...1 << 20)),
      blockSize: Int(try reader.integer("blockSize", in: 1...8)),
      parallelism: Int(try reader.integer("parallelism", in: 1...4)))
    let (salt, digest) = (try reader.name("salt"), try reader.name("digest"))
    try reader.finish()
    guard let verifier = PasscodeVerifier(salt: salt, cost: cost, digest: digest) else {
      throw WireError(at: pointer, "is not a verifier of a passcode")
    }
    self = verifier
  }
}
