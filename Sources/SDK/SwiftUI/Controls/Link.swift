// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// A control that opens a URL. In a report only its label is drawn.
public struct Link<Label: View> {
  let destination: URL
  let label: Label

  public init(destination: URL, @ViewBuilder label: () -> Label) {
    self.destination = destination
    self.label = label()
  }
}

extension Link where Label == Text {
  public init(_ titleKey: LocalizedStringKey, destination: URL) {
    self.init(destination: destination) { Text(titleKey) }
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, destination: URL) { self.init(destination: destination) { Text(title) } }
}

extension Link: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let child = context.with { $0.foreground = $0.tint ?? "accent" }.inStack.resolveOne(label, stackedIn: "hstack")
    if context.session.destination == .report {
      context.session.diagnose("interaction.sealed", "A link in a report is drawn as its label and does not open.")
      return [child]
    }
    return [TreeNode("link", ["url": .string(destination.absoluteString), "child": child.wire])]
  }
}
