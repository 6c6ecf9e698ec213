// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ExtensionAdoption

/// The strings of an extension's tables, in every format that Xcode writes.
@Suite struct StringTablesTests {
  private func write(_ text: String, to path: String) throws {
    try FileWriting.makeDirectory(URL(filePath: path).deletingLastPathComponent().path)
    try FileWriting.write(text, to: path)
  }

  @Test func `reads strings and plurals of a catalog, and the iPhone variant where devices differ`() throws {
    try Workspace.with { place in
      try write(
        """
        {"sourceLanguage": "en", "version": "1.0", "strings": {
          "plain": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Schlicht"}}}},
          "%lld days": {"localizations": {"en": {"variations": {"plural": {
            "one": {"stringUnit": {"value": "%lld day"}}, "other": {"stringUnit": {"value": "%lld days"}}}}}}},
          "tap": {"localizations": {"en": {"variations": {"device": {
            "iphone": {"stringUnit": {"value": "Tap"}}, "mac": {"stringUnit": {"value": "Click"}}}}}}},
          "both": {"localizations": {"en": {"substitutions": {}, "stringUnit": {"value": "%#@a@"}}}},
          "unused": {}
        }}
        """, to: place + "/Words.xcstrings")
      let tables = try StringTables([place + "/Words.xcstrings"])
      #expect(tables.tables.map(\.name) == ["Words"])
      #expect(tables.tables.first?.languages["de"] == ["plain": ["other": "Schlicht"]])
      #expect(
        tables.tables.first?.languages["en"]
          == ["%lld days": ["one": "%lld day", "other": "%lld days"], "tap": ["other": "Tap"]])
      #expect(tables.notes.count == 1 && tables.notes[0].contains("“both” has substitutions"))
    }
  }

  @Test func `reads strings files by language folder, with a plural inside a text`() throws {
    try Workspace.with { place in
      try write(#""a" = "A \"quoted\""; /* comment */ "b" = "B";"#, to: place + "/fr.lproj/Localizable.strings")
      try write(#"CFBundleName = "Nom";"#, to: place + "/fr.lproj/InfoPlist.strings")
      try write(
        #"{ n = { NSStringLocalizedFormatKey = "still %#@d@"; d = { NSStringFormatSpecTypeKey = x; one = "%d jour"; other = "%d jours"; }; }; }"#,
        to: place + "/fr.lproj/Localizable.stringsdict")
      let tables = try StringTables([place + "/fr.lproj"])
      #expect(tables.tables.map(\.name) == ["Localizable"])
      #expect(
        tables.tables.first?.languages["fr"] == [
          "a": ["other": "A \"quoted\""], "b": ["other": "B"],
          "n": ["one": "still %d jour", "other": "still %d jours"],
        ])
    }
  }

  @Test func `a file that is not a catalog is noted, and a pipe in place of a table is refused`() throws {
    try Workspace.with { place in
      try write("[]", to: place + "/Bad.xcstrings")
      #expect(try StringTables([place + "/Bad.xcstrings"]).notes.count == 1)
      try FileWriting.makeDirectory(place + "/de.lproj")
      #expect(mkfifo(place + "/de.lproj/Localizable.strings", 0o600) == 0)
      #expect(throws: AdoptionError.self) { try StringTables([place + "/de.lproj"]) }
    }
  }

  @Test(arguments: ["plain", "\"#", "a\\n\"##b", "###\"###"])
  func `any text becomes one complete literal`(text: String) {
    let literal = AssetSymbols.literal(text)
    let hashes = literal.prefix { $0 == "#" }
    #expect(literal == "\(hashes)\"\(text)\"\(hashes)")
    #expect(!text.contains("\"\(hashes)"))
  }
}
