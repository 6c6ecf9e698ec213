// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The limits of `views.md#checking`. A test covers all of them.
package struct ViewLimits: Hashable, Sendable {
  package var nodes = 2_000
  package var depth = 24
  package var canonicalBytes = 262_144
  package var textBytes = 4_096
  package var runs = 64
  package var labelBytes = 512
  package var children = 512
  package var gridColumns = 32
  package var listRows = 512
  package var modifiers = 32
  package var pathCommandsPerShape = 1_000
  package var pathCommandsPerTree = 4_000
  package var gradientStops = 16
  package var dashLengths = 8
  package var chartMarks = 1_000
  package var chartSeries = 32
  package var chartCategories = 200
  package var taps = 64
  package var layoutVisits = 64
  package var pathSegments = 40_000
  package var imageFileBytes = 262_144
  package var imageInlineBytes = 49_152
  package var imageSide = 2_048
  package var imageArea = 718_080
  package var imageDecodedBytes = 16_777_216
  /// ±10,000 points in thousandths of a point (VIEW-23).
  package var length = 10_000_000

  package init() {}
}
