// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import ExtensionTransport
import Foundation
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

/// A program's description of its widgets or Focus filters, made once per build, or the reason why there is none.
struct Offer<Description: WireConvertible>: Codable, Hashable where Description: Hashable {
  /// The installed copy that described it; another build describes anew.
  var installation: String
  var failure: String?
  /// `nil` if the program gave none, or an older build's can't be read.
  let description: Description?
  /// The description in the wire's canonical JSON, as it is stored; `nil` if there is none.
  private let body: [UInt8]?

  init(installation: String, description: Description? = nil, failure: String? = nil) {
    (self.installation, self.failure, self.description) = (installation, failure, description)
    body = description.map { JSONText.bytes($0.wire) }
  }

  private enum CodingKeys: CodingKey { case installation, failure, body }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    installation = try values.decode(String.self, forKey: .installation)
    failure = try values.decodeIfPresent(String.self, forKey: .failure)
    body = try values.decodeIfPresent([UInt8].self, forKey: .body)
    description = body.flatMap { try? Description(wire: JSONText.value($0), at: "", from: .extension) }
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(installation, forKey: .installation)
    try values.encodeIfPresent(failure, forKey: .failure)
    try values.encodeIfPresent(body, forKey: .body)
  }
}

/// The descriptions of all programs of one point. A family may have several such programs.
struct Offers<Description: WireConvertible>: Codable, Hashable where Description: Hashable {
  private struct Entry: Hashable {
    let program: ProgramID
    let family: String
    var offer: Offer<Description>

    init(_ program: ProgramID, _ offer: Offer<Description>) {
      (self.program, family, self.offer) = (program, program.family, offer)
    }
  }

  /// In the order of the programs. Each drawing of a widget looks up its description here.
  private var all: [Entry] = []

  init() {}

  init(from decoder: any Decoder) throws {
    all = try [String: Offer<Description>](from: decoder).map { Entry(ProgramID($0.key), $0.value) }
    sort()
  }

  func encode(to encoder: any Encoder) throws {
    try Dictionary(uniqueKeysWithValues: all.map { ($0.program.rawValue, $0.offer) }).encode(to: encoder)
  }

  private mutating func sort() { all.sort { $0.program < $1.program } }

  subscript(program: ProgramID) -> Offer<Description>? {
    get { all.first { $0.program == program }?.offer }
    set {
      all.removeAll { $0.program == program }
      guard let newValue else { return }
      all.append(Entry(program, newValue))
      sort()
    }
  }

  /// The offers of a family in the order of its programs.
  func of(_ family: FamilyID) -> [(program: ProgramID, offer: Offer<Description>)] {
    all.filter { $0.family == family.rawValue }.map { ($0.program, $0.offer) }
  }

  /// The program whose description fits, and the description.
  func first(
    of family: FamilyID, where fits: (Description) -> Bool
  ) -> (program: ProgramID, description: Description)? {
    for index in all.indices where all[index].family == family.rawValue {
      if let description = all[index].offer.description, fits(description) { return (all[index].program, description) }
    }
    return nil
  }

  /// The reasons why programs of a family described nothing; `nil` if none failed.
  func failure(of family: FamilyID) -> String? {
    let failures = of(family).compactMap(\.offer.failure)
    return failures.isEmpty ? nil : failures.joined(separator: "; ")
  }

  mutating func remove(_ family: FamilyID) {
    all.removeAll { $0.family == family.rawValue }
  }
}

/// Wire values as canonical JSON, as they are stored.
enum JSONText {
  static func bytes(_ value: WireValue) -> [UInt8] { JSONCodec(limits: .widget).encode(value) }

  static func text(_ value: WireValue) -> String { String(decoding: bytes(value), as: UTF8.self) }

  /// - Throws: `LineViolation` for bytes that no host of this version wrote.
  static func value(_ bytes: [UInt8]) throws -> WireValue { try JSONCodec(limits: .widget).decode(bytes) }
}

extension StoredParameter {
  package init(_ value: ParameterValue) { self.init(name: value.name, json: JSONText.text(value.value.wire)) }

  /// `nil` if it doesn't decode any more; the extension then uses the parameter's default.
  var wireValue: ParameterValue? {
    guard let json = try? JSONText.value(Array(json.utf8)),
      let value = try? PropertyValue(wire: json, at: "", from: .extension)
    else { return nil }
    return ParameterValue(name: name, value: value)
  }
}
