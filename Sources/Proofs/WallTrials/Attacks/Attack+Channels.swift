// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Attack {
  /// What two processes do to each other at the same time; a figure of each is printed.
  static let channels: [Attack] = [
    Attack("EX06.load", "tell secrets by keeping cores busy", .measured(capacity), in: [.sealedCompute]),
    Attack("RE13.fsync", "hold the host's commits up by fsync", .measured(commits), in: [.confined]),
  ]

  /// Whether a figure is taken while the attack runs, and what for.
  var companion: Companion.Kind? {
    switch row {
    case "EX06": .listener
    case "RE13": .commits
    default: nil
    }
  }

  private static let capacity: @Sendable (Observation) -> Expectation.Measurement = { observation in
    guard case .listener(let ones, let noughts)? = observation.figures, ones.count + noughts.count >= 40 else {
      return .failed("nobody listened, so nothing was measured")
    }
    let channel = LoadChannel(ones: ones, noughts: noughts)
    return .open(
      "a process of the family that runs beside it can measure its use of the processor: \(channel.capacity) bit/s here; "
        + "its short life bounds it, and cpu.max where a control group is delegated")
  }

  private static let commits: @Sendable (Observation) -> Expectation.Measurement = { observation in
    guard case .commits(let calm, let attacked)? = observation.figures, attacked.count >= 3,
      observation.value("rounds") ?? 0 > 0
    else { return .failed("the host committed nothing meanwhile, so nothing was measured") }
    let slowest = attacked.max() ?? 0
    // Whoever waits longer for one commit has lost the device's use.
    guard slowest < 10_000_000_000 else { return .failed("a commit of the host took \(slowest / 1_000_000) ms") }
    return .bounded(
      "the host's commits took \(Self.spoken(attacked)) beside it and \(Self.spoken(calm)) alone")
  }

  private static func spoken(_ nanoseconds: [Int64]) -> String {
    let sorted = nanoseconds.sorted()
    guard let last = sorted.last else { return "nothing" }
    return "\(sorted[sorted.count / 2] / 1_000) µs, at most \(last / 1_000) µs,"
  }
}
