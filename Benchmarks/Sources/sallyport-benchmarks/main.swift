// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport
import Foundation

// `sallyport-benchmarks [round-trip] [launch] [week]`; without words, all of them. Run it in the checkout: `make bench`.

let words = Array(CommandLine.arguments.dropFirst())
if words.first == RawPipe.childCommand, words.count == 3, let request = Int(words[1]), let reply = Int(words[2]) {
  RawPipe.serve(request: request, reply: reply)
  exit(0)
}

let benchmarks: [(name: String, run: (Workbench) throws -> [String])] = [
  ("round-trip", { try RoundTripBenchmark($0).run() }),
  ("launch", { try LaunchBenchmark($0).run() }),
  ("week", { try WeekBenchmark($0).run() }),
]
for word in words where !benchmarks.contains(where: { $0.name == word }) {
  print("There is no benchmark “\(word)”; there are \(benchmarks.map(\.name).joined(separator: ", ")).")
  exit(2)
}

ignoreBrokenPipeSignals()
print("\(Machine.description)\n")
var verdicts: [String] = []
var hasFailed = false
do {
  let bench = try Workbench()
  for benchmark in benchmarks where words.isEmpty || words.contains(benchmark.name) {
    do { verdicts += try benchmark.run(bench) } catch {
      print("\(benchmark.name): \(error)\n")
      hasFailed = true
    }
    fflush(nil)
  }
} catch {
  print("\(error)")
  hasFailed = true
}
print(verdicts.joined(separator: "\n"))
exit(hasFailed ? 1 : 0)
