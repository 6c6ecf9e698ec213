// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A formatter that joins items to a phrase: “a, b, and c”.
open class ListFormatter: Formatter {
  open var locale: Locale! = .autoupdatingCurrent
  /// The formatter for each item. Without one, the item's description is used.
  open var itemFormatter: Formatter?

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open class func localizedString(byJoining strings: [String]) -> String {
    strings.formatted(.list(type: .and).locale(.autoupdatingCurrent))
  }

  open func string(from items: [Any]) -> String? {
    items.map { itemFormatter?.string(for: $0) ?? String(describing: $0) }
      .formatted(.list(type: .and).locale(locale ?? .autoupdatingCurrent))
  }

  open override func string(for obj: Any?) -> String? { (obj as? [Any]).flatMap { string(from: $0) } }
}
