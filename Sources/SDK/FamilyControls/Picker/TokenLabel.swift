// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import ManagedSettings
public import SwiftUI

/// The name of what a token stands for; the host writes it, the app never learns it.
public struct FamilyActivityTitleView {
  let token: WireToken?
}

/// The icon of what a token stands for; the host draws it.
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
  /// Name and icon of an application, which the host alone knows and draws (VIEW-24).
  public init(_ applicationToken: ApplicationToken) { self.init(token: applicationToken.wire) }

  /// Name and icon of a category, drawn by the host.
  public init(_ categoryToken: ActivityCategoryToken) { self.init(token: categoryToken.wire) }

  /// Name and icon of a web domain, drawn by the host.
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
