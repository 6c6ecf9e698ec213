// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// Measures the spans of use that the rules process per second of one core's time, in memory.
struct RulesBenchmark {
  func run() throws -> [String] {
    var table = Table(["state", "inputs", "of processor time: inputs/s p10", "p50", "p90"])
    let households: [(name: String, state: DeviceState, inputs: Int)] = [
      ("2 families × 5 activities × 4 events", try Household.ordinary(), 200_000),
      ("50 families × 20 activities × 20 events", try Household.crowd(), 1_000),
    ]
    var rates: [Distribution] = []
    for household in households {
      var person = Person(seed: 1, intervalsADay: 1_370)
      var state = household.state
      var samples: [Double] = []
      for _ in 0..<9 {
        let spans = person.next(household.inputs)
        let nanoseconds = Stopwatch.processorTime { for span in spans { Household.live(through: span, in: &state) } }
        samples.append(Double(spans.count) / nanoseconds * 1e9)
      }
      let rate = Distribution(samples)
      rates.append(rate)
      table.add([household.name, String(household.inputs)] + [rate.p10, rate.p50, rate.p90].map(\.text))
    }
    print("Rules in memory, one thread:\n\n\(table.text)\n")
    return [
      Goal(name: "rule inputs per second of one core, two ordinary families", atLeast: 1e6, unit: "").verdict(
        on: rates[0].p50)
    ]
  }
}
