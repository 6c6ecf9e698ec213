// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import ManagedSettings
public import SwiftUI

/// The name of the item that a token identifies. The host draws it, and the app never receives it.
public struct FamilyActivityTitleView {
  let token: WireToken?
}

/// The icon of the item that a token identifies. The host draws it.
public struct FamilyActivityIconView {
  let token: WireToken?
}

extension FamilyActivityTitleView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { context.tokenNode(token, part: "title") }
}

extension FamilyActivityIconView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { context.tokenNode(token, part: "icon") }
}

extension Label where Title == FamilyActivityTitleView, Icon == FamilyActivityIconView {
  /// Creates a label with the name and icon of an application, which the host draws.
  public init(_ applicationToken: ApplicationToken) { self.init(token: applicationToken.wire) }

  /// Creates a label with the name and icon of a category, which the host draws.
  public init(_ categoryToken: ActivityCategoryToken) { self.init(token: categoryToken.wire) }

  /// Creates a label with the name and icon of a web domain, which the host draws.
  public init(_ webDomainToken: WebDomainToken) { self.init(token: webDomainToken.wire) }

  private init(token: WireToken?) {
    self.init(title: { FamilyActivityTitleView(token: token) }, icon: { FamilyActivityIconView(token: token) })
  }
}

extension ResolveContext {
  fileprivate func tokenNode(_ token: WireToken?, part: WireValue) -> [TreeNode] {
    guard let token else { return [TreeNode("empty")] }
    return [TreeNode("token", ["token": token.wire, "part": part, "style": inheritedStyle])]
  }
}
