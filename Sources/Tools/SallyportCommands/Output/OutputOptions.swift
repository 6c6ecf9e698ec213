// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The options for the format of results.
struct OutputOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json
  }

  @Option(help: "Output format.")
  var format: Format = .table

  @Flag(help: "Print identifiers only.")
  var quiet = false
}
