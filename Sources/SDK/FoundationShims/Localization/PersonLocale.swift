// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// The person's locale, as the callback says. On Linux `Locale.current` is the same for everybody, so words are looked up
/// for this one where an author names none.
package enum PersonLocale {
  private static let identifier = Mutex<String?>(nil)

  /// Called by the runtime when a callback begins.
  package static func set(_ value: String) { identifier.withLock { $0 = value } }

  package static var current: Locale { identifier.withLock { $0 }.map { Locale(identifier: $0) } ?? .current }
}

extension Locale {
  /// What `.current` means as a default of the look-ups of this module.
  public static var _person: Locale { PersonLocale.current }
}
