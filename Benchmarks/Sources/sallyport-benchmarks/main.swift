// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport
import Foundation

// `sallyport-benchmarks [BENCHMARK …]` runs the named benchmarks of the table below, or all. Run it in the checkout:
// `make bench`.

let words = Array(CommandLine.arguments.dropFirst())
if words.first == RawPipe.childCommand, words.count == 3, let request = Int(words[1]), let reply = Int(words[2]) {
  RawPipe.serve(request: request, reply: reply)
  exit(0)
}

/// An error matters only to the benchmarks that need built programs; those of the rules and the store do not.
let bench = Result { try Workbench() }

let benchmarks: [(name: String, run: () throws -> [String])] = [
  ("round-trip", { try RoundTripBenchmark(bench.get()).run() }),
  ("reaction", { try ReactionBenchmark(bench.get()).run() }),
  ("layers", { try LayersBenchmark(bench.get()).run() }),
  ("developer", { try DeveloperBenchmark(bench.get()).run() }),
  ("launch", { try LaunchBenchmark(bench.get()).run() }),
  ("images", { try ImagesBenchmark(bench.get()).run() }),
  ("request", { try RequestBenchmark(bench.get()).run() }),
  ("week", { try WeekBenchmark(bench.get()).run() }),
  ("widgets", { try WidgetBenchmark(bench.get()).run() }),
  ("timeline", { try MainActor.assumeIsolated { try TimelineBenchmark().run() } }),
  ("year", { try YearBenchmark(bench.get()).run() }),
  ("hourly", { try HourlyBenchmark(bench.get()).run() }),
  ("idle", { try IdleBenchmark(bench.get()).run() }),
  ("rules", { try RulesBenchmark().run() }),
  ("ingest", { try IngestBenchmark().run() }),
  ("report", { try ReportBenchmark().run() }),
  ("decade", { try DecadeBenchmark().run() }),
  ("tokens", { try TokenBenchmark().run() }),
  ("ledger", { try LedgerBenchmark().run() }),
  ("revocation", { try RevocationBenchmark(bench.get()).run() }),
  ("drawing", { try MainActor.assumeIsolated { try DrawingBenchmark().run() } }),
]
for word in words where !benchmarks.contains(where: { $0.name == word }) {
  print("There is no benchmark “\(word)”; the benchmarks are \(benchmarks.map(\.name).joined(separator: ", ")).")
  exit(2)
}

ignoreBrokenPipeSignals()
print("\(Machine.description)\n")
var verdicts: [String] = []
var hasFailed = false
for benchmark in benchmarks where words.isEmpty || words.contains(benchmark.name) {
  do { verdicts += try benchmark.run() } catch {
    print("\(benchmark.name): \(error)\n")
    hasFailed = true
  }
  fflush(nil)
}
print(verdicts.joined(separator: "\n"))
exit(hasFailed ? 1 : 0)
