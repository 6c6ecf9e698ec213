// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import Testing

@testable import HostCore

/// The written form of a change of the passcode.
@Suite struct PasscodeFormTests {
  /// A value with one more member.
  private func extended(_ value: WireValue) throws -> WireValue {
    guard case .object(var members) = value else { throw CancellationError() }
    members["more"] = WireValue.bool(true)
    return .object(members)
  }

  @Test func `a member that is not known is refused, also within a verifier`() throws {
    let cost = PasscodeVerifier.Cost(rounds: 1_024, blockSize: 1, parallelism: 1)
    let verifier = try #require(
      PasscodeVerifier(
        salt: String(repeating: "01", count: 16), cost: cost, digest: String(repeating: "ab", count: 32)))
    for change in [.change(verifier), .set(verifier, recovery: verifier), .remove] as [PasscodeChange] {
      let wire = try extended(change.wire)
      let error = #expect(throws: WireError.self) { try PasscodeChange(wire: wire, at: "", from: .extension) }
      #expect(error?.pointer == "/more", "\(change)")
    }
    let wire = try extended(verifier.wire)
    let error = #expect(throws: WireError.self) { try PasscodeVerifier(wire: wire, at: "", from: .extension) }
    #expect(error?.pointer == "/more")
  }
}
