// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The options of `check --privacy`.
struct PrivacyCheckOptions: ParsableArguments {
  @Flag(help: "Run a tenth of the pairs: takes seconds instead of minutes, but misses smaller leaks.")
  var quick = false

  @Option(help: "Seed of the generated worlds; the same seed gives the same worlds.")
  var seed: UInt64 = 1

  @Option(help: "Number of pairs of worlds to run, 1 to 100000; everything else is scaled with it.")
  var pairs: Int?

  @Option(help: "Smallest leak through timing or work that the check must detect, in bits per day; sets --pairs.")
  var claim: Double?

  @Option(help: "Seconds after which no further pair of worlds starts; an unfinished check is not testable.")
  var timeLimit: Int?

  @Option(help: "Only this pair, as a report names it, such as G1:17.")
  var pair: String?

  @Option(help: "Write each leak to this directory as leak-1.jsonl and so on: the two smallest worlds that show it.")
  var leaks: String?

  @Option(help: "Only run the two worlds of such a file again.")
  var replay: String?

  @Option(help: "Privacy profile: open, standard or tight.")
  var profile: ProfileChoice = .standard

  @Option(help: "Write the report to this file. (default: standard output)")
  var output: String?

  @Option(help: "Record the verdict in the privacy ledger of this state directory, on the family's page.")
  var state: String?

  func validate() throws {
    if let state { try StateDirectoryOption.examine(StateDirectoryOption.directory(state)) }
    try Self.validate(pairs: pairs)
    if let timeLimit, !(1...1_000_000).contains(timeLimit) {
      throw ValidationError("--time-limit must be a number of seconds from 1 to 1000000.")
    }
    if replay != nil, pair != nil || pairs != nil || claim != nil {
      throw ValidationError("--replay has its own worlds; leave out --pair, --pairs and --claim.")
    }
    if let claim, !(claim > 0) || !claim.isFinite { throw ValidationError("--claim must be a number of bits above 0.") }
    if let pair, !pair.hasPrefix("G"), !pair.hasPrefix("P") {
      throw ValidationError("“\(pair)” is not a pair; reports name pairs like G1:17.")
    }
  }

  static func validate(pairs: Int?) throws {
    if let pairs, !(1...100_000).contains(pairs) {
      throw ValidationError("--pairs must be a number from 1 to 100000.")
    }
  }
}
