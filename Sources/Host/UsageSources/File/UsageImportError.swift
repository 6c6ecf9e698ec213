// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The reason why a whole file is rejected: a name and one sentence. It never includes content of the file (LIVE-SMP1).
package struct UsageImportError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Name: String, CaseIterable, Sendable {
    case unreadable = "import-unreadable"
    case tooLarge = "import-too-large"
    case truncated = "import-truncated"
    case notJSON = "import-not-json"
    case notActivityWatch = "import-not-activitywatch"
    case notUsage = "import-not-usage"
    case badTimestamp = "import-bad-timestamp"
    case badDuration = "import-bad-duration"
    case negativeDuration = "import-negative-duration"
  }

  package var name: Name
  package var sentence: String

  package init(_ name: Name, _ sentence: String) {
    self.name = name
    self.sentence = sentence
  }

  package var description: String { "\(name.rawValue): \(sentence)" }

  /// 64 MiB (LIVE-AW1).
  package static let maximumBytes = 67_108_864

  /// The bytes of a file or pipe within the limit. At most one byte beyond the limit is read.
  package static func contents(of path: String) throws(UsageImportError) -> Data {
    let contents: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      contents = try file.read(upToCount: maximumBytes + 1) ?? Data()
    } catch {
      throw UsageImportError(.unreadable, "“\(path)” can't be read; check that the file exists and is readable")
    }
    guard contents.count <= maximumBytes else {
      throw UsageImportError(
        .tooLarge, "“\(path)” has more than \(maximumBytes) bytes; nothing was imported")
    }
    return contents
  }
}
