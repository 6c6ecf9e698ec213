// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import HostCore
import Testing

/// Every code that `explain` can print is explained in one place.
@Suite struct ReasonCodeTests {
  private static let path = HostProgram.root + "/docs/reason-codes.md"

  @Test func `explains each code once`() {
    let codes = ReasonCode.all.map(\.code)
    #expect(Set(codes).count == codes.count)
    for code in ReasonCode.all { #expect(code.sentence.hasSuffix("."), "\(code.code)") }
  }

  @Test func `is the table in the documents`() throws {
    if ProcessInfo.processInfo.environment["SALLYPORT_REGENERATE"] == "1" {
      try ReasonCode.document.write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: Self.path, encoding: .utf8) == ReasonCode.document)
  }

  @Test(arguments: [
    ("crash.SIGSEGV", "The process crashed with this signal."), ("exit.3", "The process left with this status."),
    ("exit.withoutReply", "The process left while a reply was owed."),
    ("attempt.violation.line.syntax", "The process broke this rule of the wire's protocol."),
    ("attempt.late", "The reply came after the deadline, within the grace that follows it."),
  ])
  func `finds the sentence of a code with a variable part`(_ code: String, _ sentence: String) {
    #expect(ReasonCode.sentence(for: code) == sentence)
  }

  @Test(arguments: ["", "nonsense", "crash.", "attempt.nonsense"])
  func `has no sentence for what is no code`(_ code: String) {
    #expect(ReasonCode.sentence(for: code) == nil)
  }

  @Test func `knows each code that a process event has`() throws {
    let source = try String(
      contentsOfFile: HostProgram.root + "/Sources/Host/ProcessSupervision/Lifecycle/ProcessEvent.swift",
      encoding: .utf8)
    let codes = source.matches(of: /case \.[^:]*: "([^"]+)"/).map { String($0.output.1) }
    #expect(codes.count > 35)
    for code in codes {
      let example = code.replacing(/\\\([a-z]+\)/, with: "x")
      #expect(ReasonCode.sentence(for: example) != nil, "\(code)")
    }
  }

  @Test func `knows each code that is written as a word in the sources`() throws {
    var found: Set<String> = []
    for module in ["HostCore", "ProcessSupervision"] {
      let folder = URL(filePath: HostProgram.root + "/Sources/Host/" + module)
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
      for file in files ?? [] where file.pathExtension == "swift" {
        // Why a process is stopped is the variable part of `stop.<reason>`.
        let text = try String(contentsOf: file, encoding: .utf8).replacing(".stop(reason:", with: ".stop(")
        // Errors of authorization carry Apple's case names as reasons; they go to the extension, not to the journal.
        for match in text.matches(of: /\breason: "([a-z][a-zA-Z.]*)"/)
        where !match.output.1.hasPrefix("authorization") && match.output.1 != "unavailable" {
          found.insert(String(match.output.1))
        }
      }
    }
    found.formUnion(Hopelessness.allCases.map(\.rawValue))
    #expect(found.isSuperset(of: ["reply.ok", "extension.none", "late", "strike"]))
    for code in found.sorted() { #expect(ReasonCode.sentence(for: code) != nil, "\(code)") }
  }

  @Test func `knows each kind of error of the wire`() {
    let kinds = (-32_700...1_310).compactMap { ErrorCode(rawValue: Int64($0)).kind }
    #expect(kinds.count > 20)
    for kind in kinds { #expect(ReasonCode.sentence(for: kind) != nil, "\(kind)") }
  }
}
