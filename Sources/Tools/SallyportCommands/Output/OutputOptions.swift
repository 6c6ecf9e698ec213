// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// How results are written.
struct OutputOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json
  }

  @Option(help: "How results are written.")
  var format: Format = .table

  @Flag(help: "Print identifiers only.")
  var quiet = false
}
