// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import Foundation
import ManagedSettings
import Testing

@Suite struct FamilyActivitySelectionTests {
  @Test func `encodes seven keys, and the flag also in property lists`() throws {
    var selection = FamilyActivitySelection(includeEntireCategory: true)
    selection.applicationTokens = [Tokens.application(2), Tokens.application(1)]
    selection.categoryTokens = [Tokens.category(1)]
    let json = try JSONEncoder().encode(selection)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object.keys.count == 7)
    #expect(try JSONDecoder().decode(FamilyActivitySelection.self, from: json) == selection)
    let list = try PropertyListEncoder().encode(selection)
    #expect(try PropertyListDecoder().decode(FamilyActivitySelection.self, from: list) == selection)
  }

  @Test func `equal selections have equal encodings (T12)`() throws {
    var one = FamilyActivitySelection()
    var other = FamilyActivitySelection()
    for number in 1...40 { one.applicationTokens.insert(Tokens.application(number)) }
    for number in (1...40).reversed() { other.applicationTokens.insert(Tokens.application(number)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(try encoder.encode(one) == encoder.encode(other))
  }

  @Test func `reads a selection with missing arrays, unknown keys and duplicate tokens (§8.14)`() throws {
    let json = #"""
      {"applicationTokens":[{"data":"AQEAAQ1ubelPGDNhSMN2Uch20gV/HOn0"},{"data":"AQEAAQ1ubelPGDNhSMN2Uch20gV/HOn0"}],"x":1}
      """#
    let selection = try JSONDecoder().decode(FamilyActivitySelection.self, from: Data(json.utf8))
    #expect(selection.applicationTokens.count == 1)
    #expect(selection.categoryTokens.isEmpty)
    #expect(!selection.includeEntireCategory)
    #expect(selection.applications.first?.token == selection.applicationTokens.first)
  }

  @Test func `has Apple's raw values`() {
    #expect(AuthorizationStatus.approved.rawValue == 2)
    #expect(FamilyControlsError.invalidArgument.rawValue == 3)
    #expect(FamilyControlsError.authenticationMethodUnavailable.rawValue == 7)
  }
}
