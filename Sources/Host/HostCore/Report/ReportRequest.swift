// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ScreenTimeRules
package import Surfaces

/// A report that a person asked for: which scene, of what time, how large.
package struct ReportRequest: Hashable, Codable, Sendable {
  package var family: FamilyID
  package var context: String
  package var segment: ReportFilter.Segment
  package var start: Timestamp
  package var end: Timestamp
  /// Whose use; nil: the current person's (R6).
  package var users: ReportFilter.Users?
  /// Models of devices; nil: this one, empty: all (R7).
  package var devices: [String]?
  /// What the results are restricted to; tokens that don't resolve match nothing (R8).
  package var selection = ItemSelection()
  /// The size of the surface, fixed before any data is read (PRIV-SF1).
  package var frame: ViewFrame

  package init(
    family: FamilyID, context: String, segment: ReportFilter.Segment, start: Timestamp, end: Timestamp,
    frame: ViewFrame = ViewFrame(width: 390_000, height: 640_000)
  ) {
    self.family = family
    self.context = context
    self.segment = segment
    self.start = start
    self.end = end
    self.frame = frame
  }
}

/// What came of it: the page, or the placeholder.
package struct RenderedReport: Sendable {
  /// The report in the host's frame, for whatever a person wants of it.
  package var surface: ReportSurface
  package var html: String
  package var terminal: String
  /// `answered`, or `fallback`: more is told to nobody (PRIV-SE5).
  package var outcome: String
  /// Where the page was written.
  package var path: String?
}
