// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import Foundation
import HostCore
import Pages
import ScreenTimeRules
import TextEscaping

/// `sallyport overview`: the person's pages, in the terminal or as linked files.
struct OverviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overview", abstract: "Show today, or write all pages of the console as linked files.",
    discussion: """
      A page is named by its path in the console: today, week/2026-W47, day/2026-11-22, shields, requests, families, \
      family/homework, ledger, trace/2026-11-22, extensions, device. With --html the pages are files that work without a server and \
      without JavaScript. They name what was used, so only you may read them.
      """)

  @Argument(help: "The page.")
  var page = "today"

  @Option(help: "Write all pages to this directory, as HTML.")
  var html: String?

  @Option(help: "First day with a page of its own, such as 2026-10-19. (default: six days before the last)")
  var from: String?

  @Option(help: "Last day with a page of its own. (default: the state's current day)")
  var to: String?

  @Flag(help: "Number the items instead of naming them.")
  var noNames = false

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard html != nil || from == nil && to == nil else { throw ValidationError("--from and --to go with --html.") }
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    let guardian = GuardianFile(state: state.directory)
    let maker = PageMaker(host.facts, hasPasscode: try guardian.passcode() != nil, hidesNames: noNames)
    if let html {
      let days = try DayRange(
        from: from, to: to, now: host.facts.state.now, timeZone: host.configuration.environment.timeZone)
      let count = try PageFiles(maker, directory: html).write(days: TimeSpan(start: days.start, end: days.end))
      try host.enterExport(of: "its pages")
      Terminal.note("wrote \(count) pages to \(html); begin with \(html)/today.html")
      return
    }
    guard let address = PageAddress(path: "/" + page) else {
      throw HostError(.usage, "“\(page)” is not a page; use today, week, day, shields, requests, families or device.")
    }
    let page = try maker.page(address)
    switch (options.quiet, options.format) {
    case (true, _): Terminal.show("\(page.says.text)")
    case (false, .json): Terminal.show(try JSONText.of(page))
    case (false, .table): Terminal.show(PageText(page).text)
    }
  }
}
