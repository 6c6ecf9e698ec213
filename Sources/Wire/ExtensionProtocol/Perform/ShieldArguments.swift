// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The item that a shield covers. With its family's state, it is all that a sealed shield configuration receives.
public struct ShieldConfigurationArguments: WireConvertible {
  public struct Item: WireConvertible {
    public enum Kind: String, WireWord {
      case application, webDomain
    }

    public var kind: Kind
    public var token: WireToken
    /// The display name; for a web domain, the domain.
    public var name: String
    /// The bundle identifier, present only under the privacy profile `open`.
    public var bundleID: String?

    public init(kind: Kind, token: WireToken, name: String, bundleID: String? = nil) {
      self.kind = kind
      self.token = token
      self.name = name
      self.bundleID = bundleID
    }

    public var wire: WireValue {
      ["bundleID": bundleID?.wire, "kind": kind.wire, "name": name.wire, "token": token.wire]
    }

    public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
      var reader = try WireReader(value, at: pointer, from: origin)
      kind = try reader.required("kind")
      token = try reader.required("token")
      name = try reader.required("name")
      bundleID = try reader.optional("bundleID")
      try reader.finish()
    }
  }

  public struct Category: WireConvertible {
    public var token: WireToken
    public var name: String

    public init(token: WireToken, name: String) {
      self.token = token
      self.name = name
    }

    public var wire: WireValue { ["name": name.wire, "token": token.wire] }

    public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
      var reader = try WireReader(value, at: pointer, from: origin)
      token = try reader.required("token")
      name = try reader.required("name")
      try reader.finish()
    }
  }

  public var item: Item
  /// The category, present if it caused the shield (S2).
  public var category: Category?
  public var isRedraw: Bool

  public init(item: Item, category: Category?, isRedraw: Bool) {
    self.item = item
    self.category = category
    self.isRedraw = isRedraw
  }

  public var wire: WireValue { ["category": category?.wire, "item": item.wire, "redraw": isRedraw.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    item = try reader.required("item")
    category = try reader.optional("category")
    isRedraw = try reader.required("redraw")
    try reader.finish()
  }
}

/// A button of a shield, named like Apple's cases.
public enum ShieldButton: String, WireWord {
  case primaryButtonPressed, secondaryButtonPressed
  case firstSecondarySubmenuItemPressed, secondSecondarySubmenuItemPressed, thirdSecondarySubmenuItemPressed
}

/// A press on the shield of an item that the family holds a token for (PRIV-TK7).
public struct ShieldActionArguments: WireConvertible {
  public enum Target: String, WireWord {
    case application, webDomain, category
  }

  public var action: ShieldButton
  public var target: Target
  public var token: WireToken

  public init(action: ShieldButton, target: Target, token: WireToken) {
    self.action = action
    self.target = target
    self.token = token
  }

  public var wire: WireValue { ["action": action.wire, "target": target.wire, "token": token.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    action = try reader.required("action")
    target = try reader.required("target")
    token = try reader.required("token")
    try reader.finish()
  }
}
