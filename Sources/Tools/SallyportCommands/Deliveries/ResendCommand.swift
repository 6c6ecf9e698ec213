// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import TextEscaping

/// `sallyport resend`: sends a callback that failed or expired once more.
struct ResendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resend", abstract: "Send a callback that failed or expired once more.",
    discussion: """
      The extension gets it under the same number, with the cause “repeated” and all its attempts. Exit status 1: it did
      not end applied; what the state then says of it is printed.
      """)

  @Argument(help: "The family.")
  var family: String

  @Argument(help: "The number of the callback, from `sallyport undelivered`.")
  var number: Int64

  @OptionGroup var state: StateOptions

  func run() throws {
    // A running host sends it and prints its end.
    if HostClient(state: state.directory) != nil {
      return try state.carryOut(.resend(FamilyID(family), number: number), as: .owner, note: "\(number) is sent again")
    }
    let host = try state.openHost(onEvent: { event in
      if event.kind == .warning || event.kind == .process { Terminal.note(TerminalText(event.what)) }
    })
    defer { try? host.close() }
    try host.requireFamily(family)
    try host.resend(number, of: FamilyID(family))
    let story = try host.facts.deliveryStories(of: FamilyID(family)).last { $0.delivery.sequence == number }
    guard let delivery = story?.delivery else { throw HostError(.failed, "Delivery \(number) is gone.") }
    if let end = delivery.settlement {
      Terminal.note("\(delivery.callback): \(end.outcome.rawValue), \(end.reason.rawValue)")
      if end.outcome != .applied { throw ExitCode(CommandFailure.failed) }
    } else {
      Terminal.note("\(delivery.callback) is pending; `sallyport state` tells what it waits for")
      throw ExitCode(CommandFailure.failed)
    }
  }
}

/// `sallyport dismiss`: takes callbacks that failed or expired off the list.
struct DismissCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss", abstract: "Take callbacks that failed or expired off the list.")

  @Argument(help: "The family.")
  var family: String

  @Argument(help: "The numbers of the callbacks, from `sallyport undelivered`.")
  var numbers: [Int64] = []

  @Flag(help: "All of the family.")
  var all = false

  @OptionGroup var state: StateOptions

  func validate() throws {
    if all == !numbers.isEmpty { throw ValidationError("Name the numbers of the callbacks, or --all.") }
  }

  func run() throws {
    if HostClient(state: state.directory) != nil {
      let view = try state.openView()
      let chosen = all ? try view.host.facts.undelivered(of: FamilyID(family)).map(\.sequence) : numbers
      view.close()
      for number in chosen { try state.carryOut(.dismiss(FamilyID(family), number: number), as: .owner) }
      return Terminal.note("\(chosen.count) dismissed")
    }
    try state.withHost(of: family) { host, id in
      let chosen = all ? try host.facts.undelivered(of: id).map(\.sequence) : numbers
      for number in chosen { try host.dismiss(number, of: id) }
      Terminal.note("\(chosen.count) dismissed")
    }
  }
}
