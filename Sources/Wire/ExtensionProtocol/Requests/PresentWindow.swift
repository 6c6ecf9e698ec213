// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of `presentWindow`: the complete view tree of the app's window (`wire.md#requests-of-an-extension`).
public struct PresentWindowParams: WireConvertible {
  /// The view tree, which `Surfaces` checks.
  public var view: WireValue
  public var title: String?

  public init(view: WireValue, title: String? = nil) {
    self.view = view
    self.title = title
  }

  public var wire: WireValue { ["title": title?.wire, "view": view] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    guard let view = reader.value("view") else { throw reader.missing("view") }
    self.view = view
    title = try reader.optionalText("title", atMost: 256)
    try reader.finish()
  }
}

public struct PresentWindowResult: WireConvertible {
  /// The tree's number, counted from 1 within this process. A tap names the tree that was on screen.
  public var tree: Int64

  public init(tree: Int64) { self.tree = tree }

  public var wire: WireValue { ["tree": tree.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    tree = try reader.required("tree")
    try reader.finish()
  }
}
