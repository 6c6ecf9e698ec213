// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import PrivacyBoundary
import ScreenTimeStore
import TextEscaping

/// `sallyport ledger verify`: checks whether anything was changed after it was written.
struct LedgerVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Replay the chain of entries and compare it with what you noted.")

  @Option(help: "A head that you noted or exported, such as 4182:5f2a…; may be repeated.")
  var head: [LedgerHead] = []

  @Option(help: "The key that was shown when the ledger began.")
  var key: LedgerKey?

  @OptionGroup var state: StateOptions

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    let heads = Dictionary(head.map { ($0.seq, $0.hash) }) { first, _ in first }
    let verdict = try host.facts.store.read { try PrivacyLedger.verify(in: $0, heads: heads, key: key) }
    Terminal.show("\(verdict.description)")
    guard verdict.isIntact else { throw ExitCode(CommandFailure.failed) }
    if let newest = try host.facts.store.read({ try $0.ledgerHead() }) {
      Terminal.show("The newest head, for you to note: \(LedgerHead(seq: newest.seq, hash: newest.hash))")
    }
  }
}

/// The number and hash of an entry, noted by a person, which reveal any later change to that entry or those before it.
struct LedgerHead: ExpressibleByArgument, CustomStringConvertible {
  var seq: Int64
  var hash: [UInt8]

  init(seq: Int64, hash: [UInt8]) {
    self.seq = seq
    self.hash = hash
  }

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let seq = Int64(parts[0]), seq >= 1, let hash = hexadecimalBytes(parts[1]), hash.count == 32
    else { return nil }
    self.init(seq: seq, hash: hash)
  }

  var description: String { "\(seq):\(hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())" }
}

extension LedgerKey: ExpressibleByArgument {}
