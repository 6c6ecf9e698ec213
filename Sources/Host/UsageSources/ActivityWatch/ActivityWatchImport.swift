// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import ScreenTimeRules

/// An ActivityWatch export file as usage records (LIVE-AW1 … LIVE-AW9).
///
/// `created` is not used, since it is local time with a wrong label (LIVE-AW3).
package struct ActivityWatchImport: Sendable {
  /// The bucket types with information about use; others are counted and skipped (LIVE-AW1).
  package enum BucketType: String, Sendable {
    case window = "currentwindow"
    case presence = "afkstatus"
    case web = "web.tab.current"
  }

  /// Ascending. Pass them through `SampleFold`, so that importing a file twice has no effect.
  package let samples: [UsageSample]
  package let summary: ActivityWatchSummary

  /// The largest gap between two polls that still counts as one span (LIVE-AW5).
  static let largestClosedGap: Int64 = 5_000
  /// The polling interval of ActivityWatch, by which either edge may be off (LIVE-AW6).
  static let resolution: Int64 = 1_000

  /// - Throws: `UsageImportError`. Nothing is imported then.
  package init(path: String, desktopFiles: DesktopFiles = DesktopFiles()) throws(UsageImportError) {
    try self.init(contents: UsageImportError.contents(of: path), desktopFiles: desktopFiles)
  }

  /// - Parameter desktopFiles: maps window classes to desktop ids; without them an app is `wm:<class>` (LIVE-ID1).
  package init(contents: Data, desktopFiles: DesktopFiles = DesktopFiles()) throws(UsageImportError) {
    guard contents.count <= UsageImportError.maximumBytes else {
      throw UsageImportError(
        .tooLarge,
        "the export has \(contents.count) bytes, more than \(UsageImportError.maximumBytes); nothing was imported")
    }
    var builder = ActivityWatchBuilder(desktopFiles: desktopFiles)
    for bucket in try Self.decode(contents).buckets { try builder.add(bucket) }
    let (samples, counted) = builder.finish()
    var summary = counted
    for span in UsageTimeline(samples).spans where span.isInUse {
      guard let app = span.app else { continue }
      summary.useMilliseconds[app.id, default: 0] += span.end.milliseconds(since: span.start)
    }
    (self.samples, self.summary) = (samples, summary)
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

  /// The error for a decoding failure. It never contains the decoder's own text, which may quote the file.
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
      return UsageImportError(.notActivityWatch, "the file is not an ActivityWatch export; nothing was imported")
    }
  }

  /// The path of an error, with positions and known key names only, since a bucket's name contains the computer's.
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
