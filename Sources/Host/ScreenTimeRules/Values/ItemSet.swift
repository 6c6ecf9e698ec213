// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A set of items kept sorted, so that equal sets have equal bytes when stored and shown.
package struct ItemSet: Hashable, Codable, Sendable {
  /// Ascending, without duplicates.
  package private(set) var items: [Item]

  package init() { items = [] }

  package init(_ items: some Sequence<Item>) {
    var sorted = items.sorted()
    var kept = 0
    for index in sorted.indices where index == 0 || sorted[index] != sorted[kept - 1] {
      sorted[kept] = sorted[index]
      kept += 1
    }
    sorted.removeSubrange(kept...)
    self.items = sorted
  }

  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Item].self))
  }

  package var isEmpty: Bool { items.isEmpty }
  package var count: Int { items.count }

  package func contains(_ item: Item) -> Bool {
    if items.count <= 8 { return items.contains(item) }
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle] < item { low = middle + 1 } else { high = middle }
    }
    return low < items.count && items[low] == item
  }

  package func union(_ other: ItemSet) -> ItemSet { ItemSet(items + other.items) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(items)
  }
}

extension ItemSet: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Item...) { self.init(elements) }
}
