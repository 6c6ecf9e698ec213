// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import Foundation
import Testing

/// Its title and its subtitle are `String(localized:)`, its button is `NSLocalizedString`, and each asks for `Bundle.main`.
private let program =
  URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  + "/.build-extensions/release/WorklogShield"

/// A static extension in the wall that opens no files: whatever looks for words gets them, or their keys.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: program), "`make extensions` builds the program"))
struct SealedWordsTests {
  @Test func `localised words are their keys where no table can be opened`() throws {
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
