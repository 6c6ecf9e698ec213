// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import ScreenTimeRules

/// An ActivityWatch export file as usage records (`live.md`, LIVE-AW1 … LIVE-AW9).
///
/// `created` is never used: it is local time with a wrong label (LIVE-AW3).
package struct ActivityWatchImport: Sendable {
  /// The bucket types that say something about use; others are counted and skipped (LIVE-AW1).
  package enum BucketType: String, Sendable {
    case window = "currentwindow"
    case presence = "afkstatus"
    case web = "web.tab.current"
  }

  /// Ascending; feed them through `SampleFold` to import a file twice without harm.
  package let samples: [UsageSample]
  package let summary: ActivityWatchSummary

  /// Two polls may lie this far apart and still be one stretch (LIVE-AW5).
  static let largestClosedGap: Int64 = 5_000
  /// ActivityWatch's pulse: either edge may be off by this much (LIVE-AW6).
  static let resolution: Int64 = 1_000

  /// - Throws: `UsageImportError`; then nothing was imported.
  package init(path: String, desktopFiles: DesktopFiles = DesktopFiles()) throws(UsageImportError) {
    try self.init(contents: UsageImportError.contents(of: path), desktopFiles: desktopFiles)
  }

  /// - Parameter desktopFiles: turns window classes into desktop ids; without them an app is `wm:<class>` (LIVE-ID1).
  package init(contents: Data, desktopFiles: DesktopFiles = DesktopFiles()) throws(UsageImportError) {
    guard contents.count <= UsageImportError.maximumBytes else {
      throw UsageImportError(
        .tooLarge,
        "the export has \(contents.count) bytes, more than \(UsageImportError.maximumBytes); nothing was imported")
    }
    var builder = ActivityWatchBuilder(desktopFiles: desktopFiles)
    for bucket in try Self.decode(contents).buckets { try builder.add(bucket) }
    (samples, summary) = builder.finish()
  }

  private static func decode(_ contents: Data) throws(UsageImportError) -> ActivityWatchExport {
    do {
      return try JSONDecoder().decode(ActivityWatchExport.self, from: contents)
    } catch is ActivityWatchExport.NotAnExport {
      throw UsageImportError(
        .notActivityWatch, "the file has no “buckets”; export it with ActivityWatch's “Export all”")
    } catch let error as DecodingError {
      throw explain(error, contents)
    } catch {
      throw UsageImportError(.notJSON, "the file is not JSON; export it with ActivityWatch's “Export all”")
    }
  }

  /// Never the decoder's own text, which may quote the file.
  private static func explain(_ error: DecodingError, _ contents: Data) -> UsageImportError {
    switch error {
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      return JSONEnd.isMissing(in: contents)
        ? UsageImportError(
          .truncated, "the file ends in the middle of the export; export it again, nothing was imported")
        : UsageImportError(.notJSON, "the file is not JSON; export it with ActivityWatch's “Export all”")
    case .keyNotFound(let key, let context):
      return UsageImportError(
        .notActivityWatch, "\(place(context.codingPath)) lacks “\(key.stringValue)”; nothing was imported")
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      return UsageImportError(
        .notActivityWatch, "\(place(context.codingPath)) has the wrong type; nothing was imported")
    @unknown default:
      return UsageImportError(.notActivityWatch, "the file is no ActivityWatch export; nothing was imported")
    }
  }

  /// Positions and our own key names only: a bucket's name holds the computer's.
  private static func place(_ path: [any CodingKey]) -> String {
    let known: Set<String> = [
      "buckets", "events", "timestamp", "duration", "data", "app", "package", "status", "url", "audible", "incognito",
      "id", "type",
    ]
    let parts = path.map { key in
      if let index = key.intValue { return "\(index + 1)" }
      return known.contains(key.stringValue) ? key.stringValue : "…"
    }
    return parts.isEmpty ? "the file" : "“\(parts.joined(separator: "/"))”"
  }
}
