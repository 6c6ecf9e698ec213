// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import Foundation
package import FoundationShims

/// A position in the view tree, which identifies state and appearances. It never leaves the process (VIEW-3).
package typealias ViewPath = [AnyHashable]

/// The action of a tap. A toggle passes its new value.
package typealias TapHandler = @MainActor (_ on: Bool?) -> Void

/// An activity type and the code that continues it.
package typealias ActivityHandler = (type: String, continue: @MainActor (NSUserActivity) -> Void)

/// An `onAppear` or `task` closure of a tree.
package struct Appearance {
  package enum Work {
    case action(@MainActor () -> Void)
    case task(@MainActor () async -> Void)
  }

  package var path: ViewPath
  package var work: Work
}

/// A picker that the host shows to the person.
package struct Presentation {
  package var path: ViewPath
  /// Sends the request to the host, waits, and writes the result to the binding.
  package var present: @MainActor () async -> Void

  package init(path: ViewPath, present: @escaping @MainActor () async -> Void) {
    self.path = path
    self.present = present
  }
}

/// A report in a window, with the data that `presentReport` requires.
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

  /// Returns whether the surface of `other` can be used. An end that follows the clock counts as changed after a
  /// minute.
  func isSame(as other: ReportPlacement) -> Bool {
    var filter = filter
    if abs(filter.end - other.filter.end) < 60_000 { filter.end = other.filter.end }
    return context == other.context && filter == other.filter && width == other.width && height == other.height
  }
}
