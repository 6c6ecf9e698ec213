// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import Foundation

/// A place in the tree of views; states and appearances are kept by it, it never leaves the process (VIEW-3).
package typealias ViewPath = [AnyHashable]

/// What a tap runs; a toggle hands over its new position.
package typealias TapHandler = @MainActor (_ on: Bool?) -> Void

/// An `onAppear` or `task` of a tree.
package struct Appearance {
  package enum Work {
    case action(@MainActor () -> Void)
    case task(@MainActor () async -> Void)
  }

  package var path: ViewPath
  package var work: Work
}

/// Something that the host shows to the person for the tree's author: a picker.
package struct Presentation {
  package var path: ViewPath
  /// Asks the host, waits, and writes the answer to the author's binding.
  package var present: @MainActor () async -> Void

  package init(path: ViewPath, present: @escaping @MainActor () async -> Void) {
    self.path = path
    self.present = present
  }
}

/// A report that stands in a window, as `presentReport` needs it.
package struct ReportPlacement {
  package var path: ViewPath
  package var context: String
  package var filter: ReportFilter
  package var width: Int64
  package var height: Int64

  package init(path: ViewPath, context: String, filter: ReportFilter, width: Int64, height: Int64) {
    self.path = path
    self.context = context
    self.filter = filter
    self.width = width
    self.height = height
  }

  /// Whether the surface of `other` serves; an end that follows the clock counts as moved once a minute has passed.
  func isSame(as other: ReportPlacement) -> Bool {
    var filter = filter
    if abs(filter.end - other.filter.end) < 60_000 { filter.end = other.filter.end }
    return context == other.context && filter == other.filter && width == other.width && height == other.height
  }
}
