// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Programs in each language that try to leave the sandbox through their own runtime.
@Suite struct LanguageAttackTests {
  private struct Call: Decodable {
    var stderr: [String]
    var problem: String?
  }

  @Test(arguments: LanguageAttacks.all, ["monitor", "shieldConfiguration"])
  func `attacks from a language's runtime are contained`(language: LanguageAttacks.Language, point: String) throws {
    guard language.sample.points.contains(point) else { return }
    guard try language.sample.isInstalled() else { return }
    for (name, statements) in language.attempts.sorted(by: { $0.key < $1.key }) {
      let program = try Self.program(of: language, trying: statements, in: "attack-\(point)-\(name)")
      let callback = point == "monitor" ? "intervalDidStart" : "configuration"
      let run = try SallyportProgram.run(
        ["call", program, callback, "--point", point, "--format", "json", "--patience", "20"] + language.sample.options)
      let call = try JSONDecoder().decode(Call.self, from: Data(run.output.utf8))
      #expect(!call.stderr.contains { $0.contains("escaped") }, "\(name): \(call.stderr)")
      // The attempt was made: it failed and said so, or the kernel ended the program for it.
      #expect(
        call.stderr.contains { $0.contains("contained") } || call.problem != nil,
        "\(name): \(call.stderr) \(run.complaints)")
    }
  }

  @Test(arguments: LanguageAttacks.all)
  func `without the sandbox the same programs succeed`(language: LanguageAttacks.Language) throws {
    guard try language.sample.isInstalled() else { return }
    for name in ["read", "list"] {
      let program = try Self.program(of: language, trying: language.attempts[name] ?? "", in: "free-\(name)")
      // It ends because nothing speaks to it, after it made its attempt.
      let run = try SallyportProgram.run([], program: program, input: "")
      #expect(run.complaints.contains("escaped"), "\(name): \(run.complaints)")
    }
  }

  private static func program(
    of language: LanguageAttacks.Language, trying statements: String, in name: String
  ) throws -> String {
    let folder = LanguageSampleTests.repository + "/samples/" + language.sample.name
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    let source = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
    let attacking = language.insert(source, statements)
    #expect(attacking.count > source.count + statements.count)
    let place = "\(SallyportProgram.scratch)/\(language.sample.name)-\(name)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try attacking.write(toFile: place + "/" + file, atomically: false, encoding: .utf8)
    chmod(place + "/" + file, 0o755)
    return try language.sample.made(in: place, from: place)
  }
}
