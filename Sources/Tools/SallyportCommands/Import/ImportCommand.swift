// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import TextEscaping
import UsageSources

/// `sallyport import`: converts other programs' records of use to samples.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Turn another program's record of use into samples.",
    subcommands: [ActivityWatchCommand.self])
}

struct ActivityWatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activitywatch", abstract: "Read an ActivityWatch export; titles and addresses are never kept.")

  @Argument(help: "The export, as ActivityWatch wrote it.")
  var file: String

  @Option(help: "Write the samples to this file, one JSON object per line.")
  var samples: String?

  @OptionGroup var options: OutputOptions

  func run() throws {
    let read = try UsageImportError.naming(file) { () throws(UsageImportError) in
      try ActivityWatchImport(path: file)
    }
    if let samples {
      do {
        try PrivateFile.write(Data(UsageFile.contents(of: read.samples)), to: samples)
      } catch {
        throw HostError(.failed, "The samples can't be written to \(samples): \(error.localizedDescription)")
      }
    }
    let summary = read.summary
    let apps = summary.appMilliseconds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    try CommandOutput(
      summary, header: ["APP", "IN FRONT", "USE"],
      table: apps.map {
        [$0.key, DisplayFormat.duration($0.value), DisplayFormat.duration(summary.useMilliseconds[$0.key] ?? 0)]
      },
      identifiers: apps.map(\.key)
    ).print(options)
    Terminal.note(
      "\(summary.events) events, \(summary.zeroLengthEvents) of no length, \(summary.closedGaps) gaps closed, "
        + "\(summary.holes) holes; presence \(summary.presenceUnknown ? "unknown" : "known")")
  }
}

extension UsageImportError {
  /// Runs `read`, and adds the file's name to its errors.
  static func naming<Value>(_ file: String, read: () throws(UsageImportError) -> Value) throws(HostError) -> Value {
    do {
      return try read()
    } catch {
      throw HostError(.invalidInput, error.sentence.contains(file) ? "\(error)" : "\(file): \(error)")
    }
  }
}
