// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import Testing

/// The stored form of a passcode: which costs and forms it takes, and which proofs.
@Suite struct PasscodeVerifierTests {
  private typealias Cost = PasscodeVerifier.Cost

  /// The least that is valid, which takes a few milliseconds.
  private static let cheap = PasscodeVerifier.Cost(rounds: 1 << 10, blockSize: 1, parallelism: 1)
  private static let salt = "000102030405060708090a0b0c0d0e0f"

  private func passcode(_ text: String = "correct horse") throws -> Passcode { try #require(Passcode(text)) }

  @Test func `a cost is valid within the bounds of each of its numbers, and with a power of two as rounds`() {
    let rounds = [-1024, 0, 1, 1 << 9, 1023, 1 << 10, 1025, 3 << 10, 1 << 17, 1 << 20, 1 << 21, .max, .min]
    for rounds in rounds {
      for blockSize in [-1, 0, 1, 2, 8, 9, 1024] {
        for parallelism in [-1, 0, 1, 2, 4, 5, 1024] {
          let isValid =
            [1 << 10, 1 << 17, 1 << 20].contains(rounds) && [1, 2, 8].contains(blockSize)
            && [1, 2, 4].contains(parallelism)
          let cost = Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
          #expect(cost.isValid == isValid, "\(cost)")
          let digest = String(repeating: "0", count: 64)
          #expect((PasscodeVerifier(salt: Self.salt, cost: cost, digest: digest) != nil) == isValid, "\(cost)")
        }
      }
    }
    #expect(Cost.standard == Cost(rounds: 131_072, blockSize: 8, parallelism: 1))
  }

  /// Computed by `hashlib.scrypt` of Python.
  @Test(arguments: [
    (
      1024, 1, 1, "3691227d95f8b181cfd3769d4b586633f68d23e53f52635f062d3ad42e560741",
      "274aa1f7c32097db4fa3aa35690ab008412965efa106c6c2827b51ef48236ff6"
    ),
    (
      1024, 2, 1, "062cd621a7166ebc928700e21c204b7d93cd34fe8e9ff1cd15c6d0fbd2e0cdb4",
      "83c313ad2ca12ab77b9e98b48424aa3399e87c6d38b929aae433956b5339b4d7"
    ),
    (
      2048, 1, 2, "252398a1b85ec50c36ac9b618623577dff9f19ea41dd291308d362caa854e37d",
      "f6d788f7011a7c67ee78b052a1bdcad816003e00578fb13d37b379bd627635b5"
    ),
    (
      1024, 1, 4, "f061bdcdc852e153b9872391fecffc795c61d0614bc6afdb810a0a5cfab62321",
      "07e8cb7e6448dc9723304151329f5572733c0a5b250e4a9bcce512985d3080b2"
    ),
    (
      1024, 8, 1, "9df923deed5f4531c279af9f56bd37b1657bef4929e702ce2e811a93388a86a1",
      "5d2e631382a4d3db5216fcf81565ba8b8292375c220240de0f5cc745a58c2957"
    ),
  ])
  func `a proof is scrypt of the passcode with the salt and the cost`(
    _ rounds: Int, _ blockSize: Int, _ parallelism: Int, _ proof: String, _ digest: String
  ) throws {
    let cost = Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
    let verifier = try #require(PasscodeVerifier(salt: Self.salt, cost: cost, digest: digest))
    #expect(try verifier.proof(of: passcode()) == proof)
    #expect(verifier.accepts(proof))
    #expect(try !verifier.accepts(verifier.proof(of: passcode("correct house"))))
  }

  @Test func `only a salt of 16 bytes and a digest of 32 bytes are accepted, in hexadecimal digits`() {
    let digest = String(repeating: "5b", count: 32)
    func isTaken(_ salt: String, _ digest: String) -> Bool {
      PasscodeVerifier(salt: salt, cost: Self.cheap, digest: digest) != nil
    }
    #expect(isTaken(Self.salt, digest))
    for length in Array(0...70) where length != 32 { #expect(!isTaken(String(repeating: "a", count: length), digest)) }
    for length in Array(0...70) where length != 64 {
      #expect(!isTaken(Self.salt, String(repeating: "a", count: length)))
    }
    for bad in ["g", "G", "/", ":", "@", "`", " ", "-"] {
      for place in [0, 1, 30, 31] {
        var salt = Array(Self.salt.map(String.init))
        salt[place] = bad
        #expect(!isTaken(salt.joined(), digest), "\(bad) at \(place)")
        var damaged = Array(digest.map(String.init))
        damaged[2 * place + 1] = bad
        #expect(!isTaken(Self.salt, damaged.joined()), "\(bad) at \(place)")
      }
    }
  }

  @Test func `a proof with another digit, or of another length, is not accepted`() throws {
    let verifier = try PasscodeVerifier(of: passcode(), cost: Self.cheap)
    let proof = try verifier.proof(of: passcode())
    #expect(verifier.accepts(proof) && proof.count == 64)
    for place in 0..<64 {
      var digits = Array(proof)
      digits[place] = digits[place] == "0" ? "1" : "0"
      #expect(!verifier.accepts(String(digits)), "\(place)")
      #expect(!verifier.accepts(String(proof.prefix(place))), "\(place)")
      digits[place] = "x"
      #expect(!verifier.accepts(String(digits)), "\(place)")
    }
    #expect(!verifier.accepts(proof + "00") && !verifier.accepts(verifier.digest))
  }

  @Test func `two verifiers of one passcode have different salts, and each accepts only its own proof`() throws {
    let verifiers = try (0..<3).map { _ in try PasscodeVerifier(of: passcode(), cost: Self.cheap) }
    #expect(Set(verifiers.map(\.salt)).count == 3 && Set(verifiers.map(\.digest)).count == 3)
    for one in verifiers {
      #expect(one.salt.count == 32 && one.digest.count == 64 && one.cost == Self.cheap)
      for other in verifiers { #expect(try one.accepts(other.proof(of: passcode())) == (one == other)) }
    }
  }
}
