// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules

/// Measures the tokens that one core mints per second, each for a new identity, so that no cache helps.
struct TokenBenchmark {
  private static let count = 500_000

  func run() throws -> [String] {
    guard let root = RootKey(bytes: Array(0..<32)) else { throw BenchmarkError("32 bytes are not a valid key.") }
    let key = AudienceKey(
      of: PersonKey(of: root, personID: Array(repeating: 7, count: 16)),
      fingerprint: FamilyFingerprint.signed(publisherKey: Array(repeating: 1, count: 32), family: "org.example.a"),
      grantSalt: Array(repeating: 2, count: 16), epoch: 1)
    let items = (0..<Self.count).map { number in
      number.isMultiple(of: 3)
        ? Item.webDomain("site-\(number).example.org") : Item.application("org.example.program\(number)")
    }
    var results: [(name: String, rate: Distribution)] = []
    for (name, mint) in [
      ("key states copied", { key.token(for: $0) }), ("one-shot HMAC", { key.referenceToken(for: $0) }),
    ] as [(String, (Item) -> ItemToken)] {
      var samples: [Double] = []
      for _ in 0..<7 {
        // Sum the results, so that the compiler can't remove the computation.
        var sum: UInt64 = 0
        let nanoseconds = Stopwatch.processorTime { for item in items { sum &+= mint(item).third } }
        guard sum != 0 else { throw BenchmarkError("\(name) minted nothing.") }
        samples.append(Double(items.count) / nanoseconds * 1e9)
      }
      results.append((name, Distribution(samples)))
    }
    var table = Table(["tokens of \(Self.count) identities", "of processor time: tokens/s p10", "p50", "p90"])
    for (name, rate) in results { table.add([name] + [rate.p10, rate.p50, rate.p90].map { $0.text(places: 0) }) }
    print("Tokens, one thread, each identity once:\n\n\(table.text)\n")
    return [
      Goal(name: "tokens per second of one core, cold", atLeast: 1e6, unit: "").verdict(on: results[0].rate.p50)
    ]
  }
}
