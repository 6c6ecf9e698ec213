// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What `generated-mutants` is told.
package struct MutationOptions: Sendable {
  package static let usage = """
    usage: generated-mutants [--seed N,N] [--count N] [--modules A,B] [--without TESTS] [--least PERCENT] [--limit SECONDS]
                             [--budget SECONDS] [--lanes N] [--root FOLDER] [--tree FOLDER] [--modules-file FILE]
                             [--equivalents FILE] [--list] [--rules FILE]

      --seed          draws the places; several seeds share one build and have a report each (default: 1)
      --count         mutants to try for each seed (default: 300)
      --modules       only these modules of the file
      --without       test targets that are not used, for a quick look
      --least         the share that each module must reach, in percent (default: 90)
      --limit         suites that take longer are left out, in seconds (default: 20)
      --budget        what the suites of one mutant may take together, in seconds; others are left out (default: 90)
      --lanes         runs at a time (default: the number of cores)
      --root          the package to mutate (default: the folder that contains Mutation/)
      --tree          where the mutated copy is kept (default: .build-mutants/tree of the package)
      --modules-file  the modules and their folders or files (default: Mutation/modules.txt)
      --equivalents   mutants that no test can notice (default: Mutation/equivalent.txt)
      --list          print the drawn places and stop
      --rules         find for each rule of docs/rules.md a fault that a test naming it notices, and write them to this file;
                      faults that are already in it are examined again

    Exit status: 0 every module reaches the share, or every rule has a fault; 1 not so; 2 the check itself could not run.
    """

  package var seeds: [UInt64] = [1]
  package var count = 300
  package var modules: [String] = []
  package var without: [String] = []
  package var least = 90
  package var limit = 20
  package var budget = 90
  package var lanes = ProcessInfo.processInfo.activeProcessorCount
  package var root: URL
  package var tree: URL?
  package var modulesFile: URL
  package var equivalents: URL
  package var switchFolder: URL
  package var isList = false
  package var rules: URL?

  package init(_ arguments: [String]) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let mutation = folder.deletingLastPathComponent().deletingLastPathComponent()
    root = mutation.deletingLastPathComponent()
    modulesFile = mutation.appending(path: "modules.txt")
    equivalents = mutation.appending(path: "equivalent.txt")
    switchFolder = mutation.appending(path: "Switch")
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if name == "--list" {
        isList = true
        continue
      }
      guard name.hasPrefix("--"), let value = rest.popFirst() else { throw RunError(Self.usage) }
      switch name {
      case "--seed": seeds = try value.split(separator: ",", omittingEmptySubsequences: false).map(Self.number)
      case "--count": count = try Self.number(value)
      case "--modules": modules = value.split(separator: ",").map(String.init)
      case "--without": without = value.split(separator: ",").map(String.init)
      case "--least": least = try Self.number(value)
      case "--limit": limit = try Self.number(value)
      case "--budget": budget = try Self.number(value)
      case "--lanes": lanes = try Self.number(value)
      case "--root": root = URL(filePath: value)
      case "--tree": tree = URL(filePath: value)
      case "--modules-file": modulesFile = URL(filePath: value)
      case "--rules": rules = URL(filePath: value)
      case "--equivalents": equivalents = URL(filePath: value)
      default: throw RunError(Self.usage)
      }
    }
    guard Set(seeds).count == seeds.count else { throw RunError("--seed names a seed twice") }
    guard count > 0, lanes > 0, limit > 0, budget > 0 else {
      throw RunError("--count, --lanes, --limit and --budget must be at least 1")
    }
  }

  private static func number<Number: FixedWidthInteger>(_ text: some StringProtocol) throws -> Number {
    guard let number = Number(text) else { throw RunError("“\(text)” is not a number") }
    return number
  }
}
