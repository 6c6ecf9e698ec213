// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// The person's locale, as sent with the callback. On Linux `Locale.current` is the same for everyone, so lookups use
/// this locale unless the developer specifies another.
package enum PersonLocale {
  private static let identifier = Mutex<String?>(nil)

  /// Sets the locale. Called by the runtime at the start of a callback.
  package static func set(_ value: String) { identifier.withLock { $0 = value } }

  package static var current: Locale { identifier.withLock { $0 }.map { Locale(identifier: $0) } ?? .current }
}

extension Locale {
  /// The default locale for the lookups in this module.
  public static var _person: Locale { PersonLocale.current }
}
