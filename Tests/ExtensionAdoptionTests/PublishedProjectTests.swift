// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import Testing

@testable import ExtensionAdoption

/// Projects in the style of published ones: each Screen Time target is built and behaves as written, or one sentence says
/// what is missing. `make adopt` compiles them.
@Suite(
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["SALLYPORT_ADOPT"] == "1", "`make adopt` builds and runs the projects"))
struct PublishedProjectTests {
  @Test(arguments: PublishedProject.all)
  func `the Screen Time targets of a project behave as written`(project: PublishedProject) throws {
    try Workspace.with { place in
      try project.writer.write(to: place + "/project")
      let adoption = Adoption(
        .init(into: place + "/adopted", manifests: place + "/manifests", family: "taken"),
        sdk: try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/"),
        identifiers: AppleIdentifiers.points)
      let round: AdoptionRound
      do { round = try adoption.run([place + "/project"]) } catch let error as AdoptionError {
        // Nothing was built; the sentence is all there is.
        #expect(project.behaviours.isEmpty, "\(error)")
        for (_, words) in project.missing { #expect(error.description.contains(words), "\(error)") }
        return
      }
      for result in round.results where project.missing[result.adopted.name] == nil {
        if !result.isBuilt {
          Issue.record("\(result.adopted.id): \(result.faults.map(\.description)) \(result.buildError ?? "")")
        }
      }
      for (name, words) in project.missing {
        let faults = round.results.filter { $0.adopted.name == name }.flatMap(\.faults).map(\.reason)
        let said = faults + round.leftOut.filter(\.isFailure).map(\.reason)
        #expect(said.filter { $0.contains(words) }.count == 1, "\(said)")
      }
      for behaviour in project.behaviours { try check(behaviour, of: "taken." + behaviour.name, in: place) }
      for behaviour in project.others { try check(behaviour, of: behaviour.name, in: place) }
    }
  }

  private struct Call: Decodable {
    struct Effect: Decodable { var summary: String }
    var effects: [Effect]
    var problem: String?
  }

  private func check(_ behaviour: PublishedProject.Behaviour, of id: String, in place: String) throws {
    let output = try BuiltProgram.output(
      "sallyport", "call", id, behaviour.callback, "--manifests", place + "/manifests", "--format", "json",
      "--patience", "20")
    guard let call = try? JSONDecoder().decode(Call.self, from: Data(output.utf8)) else {
      Issue.record("\(id): \(output)")
      return
    }
    #expect(call.problem == nil, "\(id): \(call.problem ?? "")")
    // The effects of one callback have an order of their own.
    var rest = call.effects.map(\.summary)
    for effect in behaviour.effects {
      let index = rest.firstIndex { $0.contains(effect) }
      #expect(index != nil, "\(id): \(effect) is not among \(rest)")
      if let index { rest.remove(at: index) }
    }
    #expect(rest == [], "\(id)")
    for text in behaviour.shows { #expect(output.contains(text), "\(id): \(output)") }
  }
}

/// The programs built beside the tests.
enum BuiltProgram {
  static func path(_ name: String) -> String {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return ([executable] + CommandLine.arguments)
      .map { URL(filePath: $0).deletingLastPathComponent().appending(path: name).path }
      .first(where: FileManager.default.isExecutableFile) ?? name
  }

  /// The output of a program, with its standard error if it fails.
  static func output(_ name: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path(name))
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text : text + complaints
  }
}
