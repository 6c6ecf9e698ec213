// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

final class RuleStore {
  static let shared = RuleStore()
  private let key = "rules"

  var rules: [BlockRule] {
    get {
      guard let data = AppGroup.defaults.data(forKey: key) else { return [] }
      return (try? JSONDecoder().decode([BlockRule].self, from: data)) ?? []
    }
    set {
      if let data = try? JSONEncoder().encode(newValue) { AppGroup.defaults.set(data, forKey: key) }
    }
  }
}
