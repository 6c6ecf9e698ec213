// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation
public import UIKit

/// An image from the bundle's assets, or a symbol.
public struct Image: Equatable, Sendable {
  public enum Scale: Hashable, Sendable {
    case small, medium, large
  }

  public enum TemplateRenderingMode: Hashable, Sendable {
    case template, original
  }

  public enum ResizingMode: Hashable, Sendable {
    case tile, stretch
  }

  enum Source: Equatable {
    case asset(String)
    case symbol(String)
  }

  let source: Source
  var isResizable = false
  var isTemplate = false
  var isDecorative = false

  public init(_ name: String, bundle: Bundle? = nil) { source = .asset(name) }

  public init(_ name: String, bundle: Bundle? = nil, label: Text) { source = .asset(name) }

  public init(decorative name: String, bundle: Bundle? = nil) {
    source = .asset(name)
    isDecorative = true
  }

  public init(systemName: String) { source = .symbol(systemName) }

  public init(systemName: String, variableValue: Double?) { source = .symbol(systemName) }

  public init(_ resource: ImageResource) { source = .asset(resource._name) }

  /// Creates an image by the name of a `UIImage`. An image made from bytes in the process can't be sent and is drawn as
  /// nothing.
  public init(uiImage: UIImage) {
    source = uiImage.isSymbolImage ? .symbol(uiImage._name ?? "") : .asset(uiImage._name ?? "")
    isTemplate = uiImage.renderingMode == .alwaysTemplate
  }

  public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
    var copy = self
    copy.isResizable = true
    return copy
  }

  public func renderingMode(_ mode: TemplateRenderingMode?) -> Image {
    var copy = self
    copy.isTemplate = mode == .template
    return copy
  }

  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }

  public func interpolation(_ interpolation: Interpolation) -> Image { self }

  public func antialiased(_ isAntialiased: Bool) -> Image { self }

  public enum Interpolation: Hashable, Sendable {
    case none, low, medium, high
  }
}

extension Image: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    if context.redactsText { return [TreeNode("redacted")] }
    var node: TreeNode
    switch source {
    case .symbol(let name):
      node = TreeNode("symbol", ["name": .string(name), "style": context.inheritedStyle])
    case .asset(let name) where name.isEmpty:
      context.session.diagnose("image.bytes", "An image made in the process can't be drawn. Use the name of an asset.")
      node = TreeNode("empty")
    case .asset(let name):
      node = TreeNode(
        "image",
        ["asset": .string(name), "resizable": isResizable ? true : nil, "template": isTemplate ? true : nil])
    }
    if isDecorative { node.members["hidden"] = true }
    return [node]
  }
}

/// A remote image. It is not loaded; its placeholder is drawn.
public struct AsyncImage<Content: View>: View {
  let content: Content

  public init(url: URL?, scale: CGFloat = 1) where Content == Color { content = Color.gray.opacity(0.2) }

  public init<Loaded: View, Placeholder: View>(
    url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> Loaded,
    @ViewBuilder placeholder: @escaping () -> Placeholder
  ) where Content == _ConditionalContent<Loaded, Placeholder> {
    self.content = _ConditionalContent(choice: .second(placeholder()))
  }

  public init(
    url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
    @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
  ) {
    self.content = content(.empty)
  }

  public var body: some View { content }
}

/// The loading phase of an image. It is always `empty` here.
public enum AsyncImagePhase {
  case empty
  case success(Image)
  case failure(any Error)

  public var image: Image? { if case .success(let image) = self { image } else { nil } }
  public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
