// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

enum AppGroup {
  static let identifier = "group.com.example.shared"
  static var defaults: UserDefaults { UserDefaults(suiteName: identifier)! }
}

extension UserDefaults {
  static let shared = UserDefaults(suiteName: AppGroup.identifier)!
}

struct BlockRule: Codable, Identifiable, Equatable {
  var id = UUID()
  var name: String
  var isActive: Bool
  var until: Date?
}
