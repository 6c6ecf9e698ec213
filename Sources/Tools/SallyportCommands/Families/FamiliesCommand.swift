// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FamilyManifests
import Foundation
import HostCore
import TextEscaping

/// `sallyport families`: the valid families, and the errors in the other manifests.
struct FamiliesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "families", abstract: "List families and check their manifests, field by field.")

  @Argument(help: "Directories of manifests. (default: the configured ones)")
  var manifests: [String] = []

  @OptionGroup var state: StateDirectoryOption
  @OptionGroup var options: OutputOptions

  static var standardDirectories: [String] {
    FamilyCatalog.standardDirectories(environment: ProcessInfo.processInfo.environment)
  }

  private struct Row: Encodable {
    var family: String
    var displayName: String
    var version: String
    var developer: String
    var programs: [String]
    var missing: [String]
    /// The programs whose point this release does not host.
    var notHosted: [String]
  }

  private struct Result: Encodable {
    var families: [Row]
    var refused: [String]
    var shadowed: [String]
  }

  func run() throws {
    let catalog = FamilyCatalog(
      directories: manifests.isEmpty ? Self.standardDirectories : manifests, owner: getuid(),
      reportingMissing: !manifests.isEmpty)
    let rows = catalog.families.map { family in
      Row(
        family: family.manifest.family, displayName: family.manifest.displayName, version: family.manifest.version,
        developer: family.manifest.developer.name, programs: family.manifest.programs.map(\.id),
        missing: family.missingFiles().map(\.description),
        notHosted: family.manifest.programs.compactMap { program in
          EnforcementTable.remark(on: program.point).map { "\(program.id): \($0)" }
        })
    }
    let result = Result(
      families: rows, refused: catalog.refusals.map(\.description),
      shadowed: catalog.shadowed.map { "\($0.family): \($0.file) is shadowed by \($0.by)" })
    try CommandOutput(
      result, header: ["FAMILY", "VERSION", "DEVELOPER", "PROGRAMS"],
      table: rows.map { [$0.family, $0.version, $0.developer, $0.programs.joined(separator: " ")] },
      identifiers: rows.map(\.family)
    ).print(options)
    for problem in result.refused + rows.flatMap(\.missing) + result.shadowed { Terminal.complain("\(problem)") }
    for remark in rows.flatMap(\.notHosted) { Terminal.note("\(remark)") }
    state.noteSuspensions()
    if !catalog.refusals.isEmpty { throw ExitCode(CommandFailure.badInput) }
    if rows.contains(where: { !$0.missing.isEmpty }) { throw ExitCode(CommandFailure.failed) }
  }
}
