// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A length that follows the person's text size; that is the default size here, so it is the value itself.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  public let wrappedValue: Value

  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle = .body) { self.wrappedValue = wrappedValue }
}
