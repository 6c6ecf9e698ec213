// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What `check --privacy` is told beside the family.
struct PrivacyCheckOptions: ParsableArguments {
  @Flag(help: "A tenth of the pairs: minutes become seconds, and smaller effects stay unseen.")
  var quick = false

  @Option(help: "Makes the worlds; the same seed makes the same ones.")
  var seed: UInt64 = 1

  @Option(help: "How many pairs of worlds the host is tried with, 1 to 100000; everything else is scaled with it.")
  var pairs: Int?

  @Option(help: "Bits a day of which nothing may stay unseen in time or work: as many pairs as that takes.")
  var claim: Double?

  @Option(help: "Only this pair, as a report names it: G1:17.")
  var pair: String?

  @Option(help: "Write each leak to this directory as leak-1.jsonl and so on: the two smallest worlds that show it.")
  var leaks: String?

  @Option(help: "Run the two worlds of such a file again, and nothing else.")
  var replay: String?

  @Option(help: "How finely the family may know: open, standard or tight.")
  var profile: ProfileChoice = .standard

  @Option(help: "Write the report to this file. (default: standard output)")
  var output: String?

  @Option(help: "Note the verdict in the privacy ledger of this state directory, on the family's page.")
  var state: String?

  func validate() throws {
    if let state { try StateDirectoryOption.examine(StateDirectoryOption.directory(state)) }
    if let pairs, !(1...100_000).contains(pairs) {
      throw ValidationError("--pairs is a number from 1 to 100000.")
    }
    if replay != nil, pair != nil || pairs != nil || claim != nil {
      throw ValidationError("--replay brings its own worlds; it goes without --pair, --pairs and --claim.")
    }
    if let claim, !(claim > 0) || !claim.isFinite { throw ValidationError("--claim is a number of bits above 0.") }
    if let pair, !pair.hasPrefix("G"), !pair.hasPrefix("P") {
      throw ValidationError("“\(pair)” is no pair; a report names them like G1:17.")
    }
  }
}
