// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reply of a shield configuration. Absent fields have the values of the default shield (S4).
public struct ShieldConfigurationResult: Hashable, Sendable {
  public struct Label: Hashable, Sendable {
    public var text: String
    public var color: ColorValue

    public init(text: String, color: ColorValue) {
      self.text = text
      self.color = color
    }
  }

  /// The names of Apple's `UIBlurEffect.Style` cases.
  public static let blurStyles: Set<String> = [
    "extraLight", "light", "dark", "extraDark", "regular", "prominent",
    "systemUltraThinMaterial", "systemThinMaterial", "systemMaterial", "systemThickMaterial", "systemChromeMaterial",
    "systemUltraThinMaterialLight", "systemThinMaterialLight", "systemMaterialLight", "systemThickMaterialLight",
    "systemChromeMaterialLight", "systemUltraThinMaterialDark", "systemThinMaterialDark", "systemMaterialDark",
    "systemThickMaterialDark", "systemChromeMaterialDark",
  ]

  public var blur: String?
  public var background: ColorValue?
  /// The name of an asset in the manifest or of a system symbol.
  public var icon: String?
  public var title: Label?
  public var subtitle: Label?
  public var primaryButton: Label?
  public var primaryButtonBackground: ColorValue?
  public var secondaryButton: Label?
  public var submenu: [String]

  public init(
    blur: String? = nil, background: ColorValue? = nil, icon: String? = nil, title: Label? = nil,
    subtitle: Label? = nil, primaryButton: Label? = nil, primaryButtonBackground: ColorValue? = nil,
    secondaryButton: Label? = nil, submenu: [String] = []
  ) {
    self.blur = blur
    self.background = background
    self.icon = icon
    self.title = title
    self.subtitle = subtitle
    self.primaryButton = primaryButton
    self.primaryButtonBackground = primaryButtonBackground
    self.secondaryButton = secondaryButton
    self.submenu = submenu
  }
}

extension ShieldConfigurationResult: WireConvertible {
  public var wire: WireValue {
    [
      "configuration": [
        "background": background?.wire, "blur": blur?.wire, "icon": icon?.wire, "primaryButton": primaryButton?.wire,
        "primaryButtonBackground": primaryButtonBackground?.wire, "secondaryButton": secondaryButton?.wire,
        "submenu": submenu.wireUnlessEmpty, "subtitle": subtitle?.wire, "title": title?.wire,
      ]
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var result = try WireReader(value, at: pointer, from: origin)
    guard let configuration = result.value("configuration") else { throw result.missing("configuration") }
    try result.finish()
    var reader = try WireReader(configuration, at: result.path("configuration"), from: origin)
    blur = try reader.optional("blur")
    if let blur, !Self.blurStyles.contains(blur) {
      throw WireError(at: reader.path("blur"), "is “\(blur)”, which is not a blur style")
    }
    background = try reader.optional("background")
    icon = try reader.optionalName("icon", atMost: 128)
    title = try Self.label("title", atMost: 256, &reader)
    subtitle = try Self.label("subtitle", atMost: 1_024, &reader)
    primaryButton = try Self.label("primaryButton", atMost: 128, &reader)
    primaryButtonBackground = try reader.optional("primaryButtonBackground")
    secondaryButton = try Self.label("secondaryButton", atMost: 128, &reader)
    submenu = try Self.submenu(&reader)
    try reader.finish()
  }

  private static func label(
    _ name: String, atMost maximum: Int, _ reader: inout WireReader
  ) throws(WireError) -> Label? {
    guard let value = reader.value(name) else { return nil }
    var label = try WireReader(value, at: reader.path(name), from: reader.origin)
    let result = Label(text: try label.text("text", atMost: maximum), color: try label.required("color"))
    try label.finish()
    return result
  }

  private static func submenu(_ reader: inout WireReader) throws(WireError) -> [String] {
    let pointer = reader.path("submenu")
    guard reader.value("submenu") != nil else { return [] }
    let items: [String] = try reader.list("submenu", atMost: 3)
    guard !items.isEmpty else { throw WireError(.limit, at: pointer, "is empty; 1…3 items are allowed") }
    for (index, item) in items.enumerated() {
      try WireText.check(item, as: .text, atMost: 128, at: "\(pointer)/\(index)")
      guard !item.isEmpty else { throw WireError(.limit, at: "\(pointer)/\(index)", "is empty") }
    }
    return items
  }
}

extension ShieldConfigurationResult.Label {
  var wire: WireValue { ["color": color.wire, "text": text.wire] }
}

/// A colour in the form `#rrggbbaa`, lower case.
public struct ColorValue: WireConvertible {
  public let text: String

  /// - Returns: `nil` unless the text is a hash and eight lower-case hexadecimal digits.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 9, bytes[0] == UInt8(ascii: "#") else { return nil }
    for byte in bytes.dropFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): continue
      default: return nil
      }
    }
    self.text = text
  }

  public var wire: WireValue { .string(text) }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    let text = try String(wire: value, at: pointer, from: origin)
    guard let color = ColorValue(text) else { throw WireError(at: pointer, "is not a colour #rrggbbaa") }
    self = color
  }
}
