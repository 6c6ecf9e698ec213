// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import Foundation
import Testing

/// Its title and its subtitle use `String(localized:)`, its button `NSLocalizedString`, and each reads `Bundle.main`.
private let program =
  URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  + "/.build-extensions/release/WorklogShield"

/// A static extension in the sandbox that opens no files: localised lookups return a string or its key.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: program), "`make extensions` builds the program"))
struct SealedWordsTests {
  @Test func `localised strings are their keys when no table can be opened`() throws {
    let subject = try TrialSubject(executable: program, point: .shieldConfiguration)
    let stage = try TrialStage(subject, launcherPath: FaultyExtension.launcherPath)
    let result = try CallTrial(subject, on: stage, pace: FaultyExtension.pace).run(
      "configuration", json: ["item": ["name": "Chess"]])
    #expect(result.problem == nil, "\(result.problem ?? "")")
    let words = result.reading?.picture ?? ""
    for word in ["Not before five", "Chess is yours from 17:00 to 20:00.", "Back to work"] {
      #expect(words.contains(word), "\(words)")
    }
  }
}
