// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport ask`: asks for more time with an item.
struct AskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask", abstract: "Ask for more time with a closed item, or withdraw the request.",
    discussion: "The request waits until it is allowed, refused or withdrawn. No family learns of it.")

  @Argument(help: "An application or web domain, by id or name.")
  var item: String

  @Option(help: "The minutes, 1 to 1440.")
  var minutes: Int64?

  @Option(help: "Why, for the person who answers; 140 bytes at most.")
  var why = ""

  @Flag(help: "Withdraw the request.")
  var withdraw = false

  @OptionGroup var state: StateOptions

  func validate() throws {
    guard (minutes != nil) != withdraw else { throw ValidationError("Name the --minutes, or --withdraw.") }
    if let minutes, !(1...1_440).contains(minutes) {
      throw ValidationError("--minutes must be a number from 1 to 1440.")
    }
  }

  func run() throws {
    guard let minutes else { return try state.carryOut(.withdraw(item: item), as: .owner, note: "withdrawn") }
    try state.carryOut(.ask(item: item, seconds: minutes * 60, reason: why), as: .owner, note: "asked")
  }
}

/// `sallyport allow`: opens an item for a while.
struct AllowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Open a closed item for a while, with or without a request, or close it again.",
    discussion: "The shields return when the time is over. `sallyport overview requests` lists the requests.")

  @Argument(help: "A request's number, or an application or web domain by id or name.")
  var target: String

  @Option(help: "The minutes, 1 to 10080.")
  var minutes: Int64?

  @Option(help: "With --minutes: add to a running time grant, or replace it.")
  var mode: ModeOfGrant = .add

  @Flag(help: "Until the next midnight.")
  var untilEndOfDay = false

  @Flag(help: "End the running time grant.")
  var end = false

  @OptionGroup var person: PersonOptions

  enum ModeOfGrant: String, ExpressibleByArgument, CaseIterable {
    case add, replace
  }

  func validate() throws {
    guard [minutes != nil, untilEndOfDay, end].count(where: \.self) == 1 else {
      throw ValidationError("Name one of --minutes, --until-end-of-day and --end.")
    }
    if let minutes, !(1...10_080).contains(minutes) {
      throw ValidationError("--minutes must be a number from 1 to 10080.")
    }
  }

  func run() throws {
    guard !end else { return try person.carryOut(.endGrant(item: target), note: "ended") }
    let length =
      minutes.map { GrantLength(mode == .add ? .add : .replace, seconds: $0 * 60) } ?? GrantLength(.untilEndOfDay)
    try person.carryOut(.allow(Int64(target).map { .request($0) } ?? .item(target), length), note: "allowed")
  }
}

/// `sallyport refuse`: refuses a request for time.
struct RefuseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refuse", abstract: "Refuse a request for more time.")

  @Argument(help: "The request's number.")
  var request: Int64

  @OptionGroup var person: PersonOptions

  func run() throws { try person.carryOut(.refuse(request: request), note: "refused") }
}
