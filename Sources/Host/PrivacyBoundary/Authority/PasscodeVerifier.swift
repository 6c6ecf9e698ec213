// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation

/// The stored form of a passcode. scrypt turns the passcode into a proof, and only the proof's digest is stored: who
/// checks a proof needs neither the passcode nor the 128 MiB of scrypt, and the stored form is not itself a proof.
package struct PasscodeVerifier: Codable, Hashable, Sendable {
  /// The cost of a guess.
  package struct Cost: Codable, Hashable, Sendable {
    package var rounds: Int
    package var blockSize: Int
    package var parallelism: Int

    /// About 0.4 s and 128 MiB.
    package static let standard = Cost(rounds: 1 << 17, blockSize: 8, parallelism: 1)

    package init(rounds: Int, blockSize: Int, parallelism: Int) {
      self.rounds = rounds
      self.blockSize = blockSize
      self.parallelism = parallelism
    }

    /// Whether a command can be asked for this much: at most 1 GiB.
    package var isValid: Bool {
      rounds.nonzeroBitCount == 1 && (1 << 10...1 << 20).contains(rounds) && (1...8).contains(blockSize)
        && (1...4).contains(parallelism)
    }
  }

  private static let saltLength = 16
  private static let proofLength = 32

  package let salt: String
  package let cost: Cost
  package let digest: String

  /// - Throws: `CryptoKitError` if the memory that scrypt needs is not there.
  package init(of passcode: Passcode, cost: Cost = .standard) throws {
    var generator = SystemRandomNumberGenerator()
    let salt = (0..<Self.saltLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    self.salt = hexadecimalText(salt)
    self.cost = cost
    digest = Self.digest(of: try Self.proof(of: passcode, salt, cost))
  }

  /// Reads a verifier that a command made.
  ///
  /// - Returns: `nil` if a member is not of the right form.
  package init?(salt: String, cost: Cost, digest: String) {
    guard cost.isValid, Self.bytes(salt)?.count == Self.saltLength, Self.bytes(digest)?.count == Self.proofLength else {
      return nil
    }
    self.salt = salt
    self.cost = cost
    self.digest = digest
  }

  /// What shows that its maker knows the passcode, if it is the right one.
  package func proof(of passcode: Passcode) throws -> String {
    hexadecimalText(try Self.proof(of: passcode, Self.bytes(salt) ?? [], cost))
  }

  /// Takes the same time for every wrong proof.
  package func accepts(_ proof: String) -> Bool {
    guard let proof = Self.bytes(proof), proof.count == Self.proofLength else { return false }
    return zip(Self.digest(of: proof).utf8, digest.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func proof(of passcode: Passcode, _ salt: [UInt8], _ cost: Cost) throws -> [UInt8] {
    try KDF.Scrypt.deriveKey(
      from: passcode.bytes, salt: salt, outputByteCount: proofLength, rounds: cost.rounds, blockSize: cost.blockSize,
      parallelism: cost.parallelism
    ).withUnsafeBytes { Array($0) }
  }

  private static func digest(of proof: [UInt8]) -> String { hexadecimalText(SHA256.hash(data: proof)) }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}
