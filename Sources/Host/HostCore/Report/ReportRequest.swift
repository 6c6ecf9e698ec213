// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ScreenTimeRules
package import Surfaces

/// A report that a person asked for: its scene, its time span and its size.
package struct ReportRequest: Hashable, Codable, Sendable {
  package var family: FamilyID
  package var context: String
  package var segment: ReportFilter.Segment
  package var start: Timestamp
  package var end: Timestamp
  /// The people whose use is shown; `nil` for the current person (R6).
  package var users: ReportFilter.Users?
  /// Device models; `nil` for this device, empty for all (R7).
  package var devices: [String]?
  /// The restriction of the results; tokens that don't resolve match nothing (R8).
  package var selection = ItemSelection()
  /// The size of the surface, fixed before any data is read (PRIV-SF1).
  package var frame: ViewFrame
  /// The name of the surface in the app's window; `nil` for a report that a person asked for.
  package var surface: String?

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

/// The result of a request: the report or its placeholder.
package struct RenderedReport: Sendable {
  /// The report in the host's frame, from which other formats can be made.
  package var surface: ReportSurface
  package var html: String
  package var terminal: String
  /// `answered` or `fallback`; nothing more is revealed (PRIV-SE5).
  package var outcome: String
  /// The path of the page, if one was written.
  package var path: String?
}
