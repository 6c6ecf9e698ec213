// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Paths of real data beside the repository, which may be absent.
enum SharedData {
  static var activityWatch: String { path("activitywatch/mauro-pc_reduced.json") }
  static var webClasses: String { path("v2fly_domain_categories.json") }

  private static func path(_ name: String) -> String {
    var directory = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<4 { directory.deleteLastPathComponent() }
    return directory.appendingPathComponent("shared/data/\(name)").path
  }
}
