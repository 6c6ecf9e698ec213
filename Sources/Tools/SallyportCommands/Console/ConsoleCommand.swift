// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import TextEscaping

/// `sallyport console`: becomes `sallyport-console`, the program that shows a running host's pages in a browser.
///
/// It is a program of its own, so that this one and every host run without an HTTP server.
struct ConsoleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console", abstract: "Show the pages of a running host in a browser, and act on them.",
    discussion: """
      Prints a link that works once, for five minutes. The server listens on 127.0.0.1 only, answers only your own \
      account, and ends with Ctrl-C. An app of your account that is not confined can act as you there. Without a \
      browser, `sallyport overview` shows the same pages.
      """)

  @Option(help: "The port. (default: a free one)")
  var port: UInt16 = 0

  @Flag(help: "Print a link that may only look.")
  var readOnly = false

  @Flag(help: "Number the items instead of naming them; implies --read-only.")
  var noNames = false

  @OptionGroup var state: StateDirectoryOption

  func run() throws {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    let program = URL(filePath: own).deletingLastPathComponent().appending(path: "sallyport-console").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw HostError(
        .failed,
        "This installation has no console: \(program) is missing. `make console` builds it, and `sallyport overview` shows the same pages."
      )
    }
    var arguments = [program, "--state", state.directory, "--sallyport", own, "--port", "\(port)"]
    if readOnly || noNames { arguments.append("--read-only") }
    if noNames { arguments.append("--no-names") }
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    execv(program, &pointers)
    throw HostError(.failed, "\(program) can't be started: \(String(cString: strerror(errno)))")
  }
}
