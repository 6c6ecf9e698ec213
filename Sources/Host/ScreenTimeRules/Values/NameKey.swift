// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A name as a coding key, so that dictionaries encode as objects with sortable keys.
struct NameKey: CodingKey {
  let stringValue: String

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  var intValue: Int? { nil }
}
