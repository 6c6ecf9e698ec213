// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Attack {
  /// Attacks between two concurrent processes; each prints a measured figure.
  static let channels: [Attack] = [
    Attack("EX06.load", "send secrets through CPU load", .measured(capacity), in: [.sealedCompute]),
    Attack("RE13.fsync", "delay the host's commits by fsync", .measured(commits), in: [.confined]),
  ]

  /// The process or work to run and measure beside the attack, if any.
  var companion: Companion.Kind? {
    switch row {
    case "EX06": .listener
    case "RE13": .commits
    default: nil
    }
  }

  private static let capacity: @Sendable (Observation) -> Expectation.Measurement = { observation in
    guard case .listener(let ones, let noughts)? = observation.figures, ones.count + noughts.count >= 40 else {
      return .failed("the listener received nothing, so nothing was measured")
    }
    let channel = LoadChannel(ones: ones, noughts: noughts)
    return .open(
      "a concurrent process of the family can measure its CPU use: \(channel.capacity) bit/s here; "
        + "its short run time limits the total, and so does cpu.max if a control group is delegated")
  }

  private static let commits: @Sendable (Observation) -> Expectation.Measurement = { observation in
    guard case .commits(let calm, let attacked)? = observation.figures, attacked.count >= 3,
      observation.value("rounds") ?? 0 > 0
    else { return .failed("the host committed nothing during the attack, so nothing was measured") }
    let slowest = attacked.max() ?? 0
    // A device whose commits take longer than this is unusable.
    guard slowest < 10_000_000_000 else { return .failed("a commit of the host took \(slowest / 1_000_000) ms") }
    return .bounded(
      "the host's commits took \(Self.spoken(attacked)) during the attack and \(Self.spoken(calm)) alone")
  }

  private static func spoken(_ nanoseconds: [Int64]) -> String {
    let sorted = nanoseconds.sorted()
    guard let last = sorted.last else { return "nothing" }
    return "\(sorted[sorted.count / 2] / 1_000) µs, at most \(last / 1_000) µs,"
  }
}
