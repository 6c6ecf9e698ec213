// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import TextEscaping

/// `sallyport audit verify PAGE`: whether a page is as its auditor signed it, and about these programs.
struct AuditVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the signature of an audit's page, and whether it is about these programs.",
    discussion: """
      Without --key a valid signature only says that the page is as the holder of the printed key signed it; whose key \
      that is, the auditor has to tell.
      Exit status 0: signed and unchanged; 1: changed, of another key, or about other files; 3: not signed.
      """)

  @Argument(help: "The page.")
  var page: String

  @Option(help: "The file of the auditor's public key.")
  var key: String?

  @Option(
    parsing: .upToNextOption, help: "Directories of manifests, to compare the family's files with the audited ones.")
  var manifests: [String] = []

  private static let mostBytes = 64 << 20

  func run() throws {
    let expected = try key.map(AuditKeyFile.publicKey)
    let signed: SignedPage
    do {
      signed = SignedPage(bytes: try RegularFile(path: page, mostBytes: Self.mostBytes).bytes)
    } catch {
      throw HostError(.usage, "\(page): \(error); name the page of an audit.")
    }
    switch signed.finding {
    case .unsigned:
      Terminal.complain("\(page) is not signed, so anybody could have changed it.")
      throw ExitCode(CommandFailure.unjudged)
    case .altered: throw HostError(.failed, "\(page) was changed after it was signed.")
    case .signed(let signer):
      if let expected, expected != signer {
        throw HostError(.failed, "\(page) is signed with another key: \(signer)")
      }
      guard let about = AuditSubject(page: signed.content) else {
        throw HostError(.invalidInput, "\(page) is signed, and it is not the page of an audit.")
      }
      Terminal.show("unchanged since it was signed with the key \(signer)")
      Terminal.show("\(about.family) \(about.version), \(about.date): \(about.verdict)")
      try compare(about)
    }
  }

  private func compare(_ about: AuditSubject) throws {
    guard !manifests.isEmpty else { return }
    let family = try CheckedSubject.find(about.family, in: manifests)
    guard try FamilyBuild(of: family).fingerprint == about.build else {
      throw HostError(.failed, "The page is about other files than those of \(family.file); audit these.")
    }
    Terminal.show("the files of \(family.file) are the audited ones")
  }
}

/// The subject of a page, in one of its lines that programs read.
struct AuditSubject: Hashable {
  var family: String
  var version: String
  var date: String
  var verdict: String
  /// The fingerprint of the manifest and the programs.
  var build: String

  private static let start = "<meta name=\"sallyport-audit\" content=\""

  /// The line; no value may contain a semicolon.
  var line: String {
    let values = [family, version, date, verdict, build].map {
      $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber || " -_.:+".contains($0)) }
    }
    return Self.start + values.joined(separator: ";") + "\">"
  }

  init(family: String, version: String, date: String, verdict: String, build: String) {
    (self.family, self.version, self.date, self.verdict, self.build) = (family, version, date, verdict, build)
  }

  /// Reads the line of a page. Text from the family is escaped in a page, so the family can't write such a line.
  init?(page: [UInt8]) {
    let lines = String(decoding: page, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(Self.start) }), line.hasSuffix("\">") else { return nil }
    let values = line.dropFirst(Self.start.count).dropLast(2).split(
      separator: ";", omittingEmptySubsequences: false
    ).map(String.init)
    guard values.count == 5 else { return nil }
    self.init(family: values[0], version: values[1], date: values[2], verdict: values[3], build: values[4])
  }
}
