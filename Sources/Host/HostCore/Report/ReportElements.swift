// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules

/// Builds the elements of `data`: depth first, siblings by decreasing length, then by token (`wire.md#perform`).
struct ReportElements {
  let minting: any TokenMinting
  let name: (Item) -> String
  /// Only under the profile `open`.
  let includesBundleIDs: Bool

  /// - Parameters:
  ///   - segments: `nil` if the filter excludes this host's use, so that there are no results at all (R6, R7).
  ///   - updated: the end of the newest sample (R10).
  func elements(of segments: [ReportQuery.Segment]?, scope: ReportScope, updated: Timestamp) -> [ReportElement] {
    guard let segments else { return [] }
    return [.device(role: scope.role, model: scope.model, updated: updated.milliseconds)]
      + segments.flatMap(elements(of:))
  }

  private func elements(of segment: ReportQuery.Segment) -> [ReportElement] {
    let head = ReportElement.segment(
      ReportSegment(
        start: segment.span.start.milliseconds, end: segment.span.end.milliseconds, totalMs: segment.total,
        longest: segment.longest.map { .init(start: $0.start.milliseconds, end: $0.end.milliseconds) },
        firstPickup: segment.firstPickup?.milliseconds, pickups: Int64(segment.pickupsWithoutApplication)))
    let categories = sorted(segment.categories, by: { ($0.item, $0.total) })
    return [head]
      + categories.flatMap { token, category -> [ReportElement] in
        [.category(token: token, name: name(category.item), totalMs: category.total)]
          + sorted(category.applications, by: { ($0.item, $0.total) }).map { token, usage in
            .application(
              token: token, name: name(usage.item), bundleID: includesBundleIDs ? usage.item.id : nil,
              totalMs: usage.total, pickups: Int64(usage.pickups), notifications: 0)
          }
          + sorted(category.webDomains, by: { ($0.item, $0.total) }).map { token, usage in
            .webDomain(token: token, domain: usage.item.id, totalMs: usage.total)
          }
      }
  }

  private func sorted<Value>(
    _ values: [Value], by key: (Value) -> (Item, Int64)
  ) -> [(token: WireToken, value: Value)] {
    values.map { (minting.token(for: key($0).0), $0) }.sorted { left, right in
      let (leftTotal, rightTotal) = (key(left.1).1, key(right.1).1)
      return leftTotal != rightTotal ? leftTotal > rightTotal : left.0.text.precedesInUTF8(right.0.text)
    }
  }
}
