// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import ScreenTimeRules

/// `Tests/Fixtures/tokens/golden.json`, made by a script that shares no code with Sallyport.
struct GoldenTokens: Decodable {
  struct Anchor: Decodable {
    var audienceKey: String
    var checkValue: String
    var phaseSeconds: [String: Int]
  }

  struct Vector: Decodable {
    var publisherKey: String
    var family: String
    var grantSalt: String
    var epoch: UInt16
    var kind: String
    var identity: String
    /// The text before canonicalisation.
    var written: String?
    var audienceKey: String
    var token: String

    var itemKind: Item.Kind {
      switch kind {
      case "application": .application
      case "webDomain": .webDomain
      default: .category
      }
    }
  }

  var anchor: Anchor
  var rootKey: String
  var personID: String
  var vectors: [Vector]

  static func load(file: String = #filePath) throws -> GoldenTokens {
    let url = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/tokens/golden.json")
    return try JSONDecoder().decode(GoldenTokens.self, from: Data(contentsOf: url))
  }

  /// The path of the script that makes the file.
  static var generator: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/tokens/generate.py").path
  }

  var root: RootKey? { RootKey(bytes: [UInt8](hexadecimal: rootKey)) }

  func key(for vector: Vector) throws -> AudienceKey? {
    root.map { root in
      AudienceKey(
        of: PersonKey(of: root, personID: [UInt8](hexadecimal: personID)),
        fingerprint: FamilyFingerprint.signed(
          publisherKey: [UInt8](hexadecimal: vector.publisherKey), family: vector.family),
        grantSalt: [UInt8](hexadecimal: vector.grantSalt), epoch: vector.epoch)
    }
  }
}

extension [UInt8] {
  init(hexadecimal text: String) {
    self = stride(from: 0, to: text.utf8.count, by: 2).compactMap { offset in
      UInt8(text.dropFirst(offset).prefix(2), radix: 16)
    }
  }

  var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
