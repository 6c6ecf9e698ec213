// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import ExtensionTrials
import FamilyManifests
import Foundation
import HostCore

/// `sallyport call`: runs one callback of one extension and shows its request and reply.
struct CallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call", abstract: "Run one callback of one extension in the sandbox, and show its request and reply.",
    discussion: """
      The extension gets sample data. --json replaces parts of it: members of the callback's arguments, or an
      object of “arguments”, “snapshot”, “delivery” and, for a report, “data”. Nothing is stored and no shield goes up.
      Exit status 1: there was no answer, or a host would refuse it.
      """)

  @Argument(help: "The extension: <family>.<name>, or the path of an executable with --point.")
  var `extension`: String

  @Argument(help: "The callback, by its name on the wire: eventDidReachThreshold, configuration, handle, makeReport.")
  var callback: String

  @Option(help: "Changes to the sample request; “-” reads them from standard input, “@file” from a file.")
  var json: String?

  @OptionGroup var subject: SubjectOptions
  @OptionGroup var patience: PatienceOption
  @OptionGroup var options: OutputOptions

  func run() throws {
    let subject = try self.subject.subject(self.extension)
    let stage = try self.subject.stage(subject)
    let result = try CallTrial(subject, on: stage, pace: patience.pace).run(callback, json: try input())
    try CallOutput(result).print(options)
    if result.problem != nil { throw ExitCode(CommandFailure.failed) }
  }

  private func input() throws -> WireValue? {
    guard let json else { return nil }
    if json == "-" {
      let bytes = try FileHandle.standardInput.read(upToCount: WireLimits.hostLineBytes + 1) ?? Data()
      guard bytes.count <= WireLimits.hostLineBytes else {
        throw HostError(.usage, "Standard input has more than the \(WireLimits.hostLineBytes) bytes of a request.")
      }
      return try LenientJSON.value(of: String(decoding: bytes, as: UTF8.self), named: "Standard input")
    }
    guard json.hasPrefix("@") else { return try LenientJSON.value(of: json, named: "--json") }
    let path = String(json.dropFirst())
    do {
      let file = try RegularFile(path: path, mostBytes: WireLimits.hostLineBytes)
      return try LenientJSON.value(of: String(decoding: file.bytes, as: UTF8.self), named: path)
    } catch let refusal as RegularFile.Refusal {
      throw HostError(.usage, "\(path): \(refusal); --json @file takes the JSON from a file.")
    }
  }
}
