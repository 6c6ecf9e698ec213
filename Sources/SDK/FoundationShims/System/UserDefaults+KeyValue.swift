// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The two key-value coding methods that sources use with defaults. The others need the Objective-C runtime.
extension UserDefaults {
  public func value(forKey key: String) -> Any? { object(forKey: key) }

  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
}
