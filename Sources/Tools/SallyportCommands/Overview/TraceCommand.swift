// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import Pages
import TextEscaping

/// `sallyport trace`: a recorded run as pages.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Show a recorded run: its callbacks with their requests, replies and outcomes.",
    discussion: """
      Reads a file of `sallyport run --record`. With --html it writes one page for each day and a list of them, which \
      work without a server and without JavaScript. Items have numbers in place of names, unless --with-names is given.
      """)

  @Argument(help: "The recording.")
  var file: String

  @Option(help: "Write the pages to this directory, as HTML; begin with trace.html.")
  var html: String?

  @Option(help: "The day to show, such as 2026-10-19. (default: the list of days)")
  var day: String?

  @Option(help: "Only the programs of this family.")
  var family: String?

  @Flag(help: "Name the items.")
  var withNames = false

  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard html == nil || day == nil else { throw ValidationError("--day goes without --html, which writes every day.") }
  }

  func run() throws {
    let pages = try TracePages(try Trace(contentsOf: file), family: family, showsNames: withNames)
    if let html {
      let all = try [pages.index()] + pages.days.map { try pages.day($0) }
      try PageDirectory(html).write(all, isPrivate: withNames)
      Terminal.note("wrote \(all.count) pages to \(html); begin with \(html)/trace.html")
      return
    }
    let page = try day.map { try pages.day($0) } ?? pages.index()
    switch (options.quiet, options.format) {
    case (true, _): Terminal.show("\(page.says.text)")
    case (false, .json): Terminal.show(try JSONText.of(page))
    case (false, .table): Terminal.show(PageText(page).text)
    }
  }
}
