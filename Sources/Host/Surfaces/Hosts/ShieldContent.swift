// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The content of a shield: an extension's checked answer, with defaults for the fields it left out (S4).
package struct ShieldContent: Hashable, Sendable {
  package struct Label: Hashable, Sendable {
    package var text: String
    /// The colour; `nil` for the default of the field and scheme.
    package var color: RGBA?

    package init(_ text: String, color: RGBA? = nil) {
      self.text = text
      self.color = color
    }
  }

  package enum Icon: Hashable, Sendable {
    case asset(String)
    case symbol(String)
  }

  package var blur: String?
  package var background: RGBA?
  package var icon: Icon?
  package var title: Label?
  package var subtitle: Label?
  package var primaryButton: Label?
  package var primaryButtonBackground: RGBA?
  package var secondaryButton: Label?
  /// Ignored without a secondary button (S4).
  package var submenu: [String] = []

  /// The label of a first button without one.
  package static let standardPrimary = "OK"

  /// The default shield.
  package init() {}

  /// Checks the member `configuration` of a reply.
  ///
  /// - Throws: `ViewFault` with `limit.shieldText`, `limit.submenu`, `text` or `schema`. The caller then
  ///   shows the default shield (S4).
  package init(configuration: WireValue, assets: AssetCatalog) throws(ViewFault) {
    try self.init(reply: ["configuration": configuration], assets: assets)
  }

  /// Checks a complete reply of a shield configuration.
  package init(reply: WireValue, assets: AssetCatalog) throws(ViewFault) {
    let result: ShieldConfigurationResult
    do {
      result = try ShieldConfigurationResult(wire: reply, at: "", from: .extension)
    } catch {
      throw Self.fault(error)
    }
    blur = result.blur
    background = try Self.colour(result.background, at: "/configuration/background")
    icon = result.icon.flatMap { Self.icon($0, assets) }
    title = try Self.label(result.title, "title", 256)
    subtitle = try Self.label(result.subtitle, "subtitle", 1_024)
    primaryButton = try Self.label(result.primaryButton, "primaryButton", 128)
    primaryButtonBackground = try Self.colour(
      result.primaryButtonBackground, at: "/configuration/primaryButtonBackground")
    secondaryButton = try Self.label(result.secondaryButton, "secondaryButton", 128)
    for (place, item) in result.submenu.enumerated() {
      let pointer = "/configuration/submenu/\(place)"
      submenu.append(try CheckedText.check(item, at: pointer, limit: 128, code: "limit.shieldText", minimum: 1))
    }
  }

  /// The icon of a name. Symbols without a drawing get the neutral glyph. A name that can't be drawn costs the icon only:
  /// the shield says why an app is closed, so it is worth more than its picture.
  private static func icon(_ name: String, _ assets: AssetCatalog) -> Icon? {
    if assets.images[name] != nil { return .asset(name) }
    let isSymbolName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): true
      default: false
      }
    }
    return isSymbolName && (SymbolArt.isKnown(name) || name.contains(".")) ? .symbol(name) : nil
  }

  private static func label(
    _ label: ShieldConfigurationResult.Label?, _ name: String, _ limit: Int
  ) throws(ViewFault) -> Label? {
    guard let label else { return nil }
    let pointer = "/configuration/\(name)"
    let text = try CheckedText.check(label.text, at: "\(pointer)/text", limit: limit, code: "limit.shieldText")
    return Label(text, color: try colour(label.color, at: "\(pointer)/color"))
  }

  private static func colour(_ value: ColorValue?, at pointer: String) throws(ViewFault) -> RGBA? {
    guard let value else { return nil }
    guard let rgba = RGBA(wire: value.text) else { throw ViewFault("schema", at: pointer, "is not a colour #rrggbbaa") }
    return rgba
  }

  private static func fault(_ error: WireError) -> ViewFault {
    let code =
      switch error.kind {
      case .schema: "schema"
      case .text: "text"
      case .limit: error.pointer.hasPrefix("/configuration/submenu") ? "limit.submenu" : "limit.shieldText"
      }
    return ViewFault(code, at: error.pointer, error.reason)
  }
}
