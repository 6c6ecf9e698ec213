// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Times verifying a ledger of a million entries from the file, as `ledger verify` does.
struct LedgerBenchmark {
  private static let entries = 1_000_000

  func run() throws -> [String] {
    let scratch = try Scratch("ledger")
    let store = try DeviceStore(directory: scratch.path, durability: .simulated)
    var first: LedgerKey?
    var salt: UInt8 = 0
    let ledger = PrivacyLedger(
      policy: try FlowPolicy.builtIn(),
      random: { count in
        salt &+= 1
        return Array(repeating: salt, count: count)
      }, onFirstKey: { first = $0 })
    let writing = try Stopwatch.time {
      for start in stride(from: 0, to: Self.entries, by: 10_000) {
        try store.transaction { transaction in
          for number in start..<start + 10_000 {
            try ledger.append(
              LedgerEvent(
                family: "homework", kind: .thresholdReached,
                values: ["T": .word("45 minutes"), "set": .items([.category("6")]), "q": .word("15 minutes")],
                profile: .tight, millibits: 6_600), day: "2026-11-\(10 + number % 20)", slot: "18:15", in: transaction)
          }
        }
      }
    }
    var table = Table(["\(Self.entries) entries", "p10 s", "p50 s", "p90 s"])
    var times: [Double] = []
    for key in [nil, first] {
      var samples: [Double] = []
      for _ in 0..<3 {
        samples.append(
          try Stopwatch.time {
            let verdict = try store.read { try PrivacyLedger.verify(in: $0, key: key) }
            guard verdict.isIntact else { throw BenchmarkError("The ledger doesn't verify: \(verdict)") }
          } / 1e9)
      }
      let time = Distribution(samples)
      times.append(time.p50)
      table.add([key == nil ? "hashes" : "hashes and codes"] + [time.p10, time.p50, time.p90].map(\.text))
    }
    print("The privacy ledger (written in \((writing / 1e9).text) s):\n\n\(table.text)\n")
    return [
      Goal(name: "replaying a ledger of 10⁶ entries", atMost: 5, unit: " s").verdict(on: times[0]),
      Goal(name: "the same with its authentication codes", atMost: 5, unit: " s").verdict(on: times[1]),
    ]
  }
}
