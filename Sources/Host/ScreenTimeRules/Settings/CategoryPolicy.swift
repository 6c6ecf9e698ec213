// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// `ActivityCategoryPolicy` with items instead of tokens.
package enum CategoryPolicy: Hashable, Codable, Sendable {
  case none
  case specific(ItemSet, except: ItemSet)
  case all(except: ItemSet)

  package var categories: ItemSet {
    if case .specific(let categories, _) = self { categories } else { [] }
  }

  package var exceptions: ItemSet {
    switch self {
    case .none: []
    case .specific(_, let except), .all(let except): except
    }
  }
}
