// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
package import PrivacyBoundary

/// The file `guardian.json` of a state: verifiers of the passcode and of the recovery code, and the attempts. Written
/// under a lock, because several commands may try at once.
package struct GuardianFile: Sendable {
  struct Contents: Codable, Hashable {
    var passcode: PasscodeVerifier?
    var recovery: PasscodeVerifier?
    /// A passcode that takes the place of a forgotten one when its change has waited (CON-19).
    var pending: Pending?
    var tries = TryLimit()
  }

  struct Pending: Codable, Hashable {
    var passcode: PasscodeVerifier
    var recovery: PasscodeVerifier
  }

  private static let mostBytes = 1 << 20
  private let directory: String
  private var path: String { directory + "/guardian.json" }

  package init(state: String) { directory = state }

  /// The verifier of the passcode; `nil` if none is set.
  package func passcode() throws(HostError) -> PasscodeVerifier? { try read().passcode }

  /// Whether a new passcode waits to replace a forgotten one.
  package func hasReplacement() throws(HostError) -> Bool { try read().pending != nil }

  /// The verifier of the recovery code.
  package func recovery() throws(HostError) -> PasscodeVerifier? { try read().recovery }

  /// A file that can't be read is an error: treated as absent, it would end the guardian's authority.
  private func read() throws(HostError) -> Contents {
    guard access(path, F_OK) == 0 else {
      guard errno == ENOENT else { throw failure("can't be opened") }
      return Contents()
    }
    do {
      return try JSONDecoder().decode(
        Contents.self, from: Data(RegularFile(path: path, mostBytes: Self.mostBytes, followsLinks: false).bytes))
    } catch {
      throw failure("is damaged")
    }
  }

  /// Changes the contents. They are durable when this returns, also if `body` throws.
  func change<Value>(_ body: (inout Contents) throws(HostError) -> Value) throws(HostError) -> Value {
    let lock = open(directory + "/guardian.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw failure("can't be locked") }
    defer { close(lock) }
    var contents = try read()
    let result = Result { () throws(HostError) in try body(&contents) }
    try write(contents)
    return try result.get()
  }

  private func write(_ contents: Contents) throws(HostError) {
    let next = path + ".next"
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      try PrivateFile.write(try encoder.encode(contents), to: next)
    } catch {
      throw failure("can't be written")
    }
    guard sync(next, O_RDONLY), rename(next, path) == 0, sync(directory, O_RDONLY | O_DIRECTORY) else {
      throw failure("can't be written")
    }
  }

  private func sync(_ path: String, _ flags: CInt) -> Bool {
    let descriptor = open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }

  private func failure(_ reason: String) -> HostError {
    HostError(.failed, "\(path) \(reason); no act of a guardian is possible until it is restored from a backup.")
  }
}
