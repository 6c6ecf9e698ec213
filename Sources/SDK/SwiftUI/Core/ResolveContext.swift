// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import Foundation

/// The context in which a view is resolved: its environment, path and proposed size (VIEW-2, VIEW-5).
package struct ResolveContext {
  /// The maximum nesting of bodies. A deeper one is treated as an endless recursion (VIEW-1).
  static let maximumDepth = 200

  package let session: ResolveSession
  package var environment: EnvironmentValues
  package var proposal: CGSize
  package private(set) var path: ViewPath = []
  /// Indicates whether the view is a direct child of a list. Only then do sections become parts of the list.
  var isInList = false
  var depth = 0

  package init(session: ResolveSession, environment: EnvironmentValues, proposal: CGSize) {
    self.session = session
    self.environment = environment
    self.proposal = proposal
  }

  package func entering(_ step: some Hashable) -> ResolveContext {
    var copy = self
    copy.path.append(AnyHashable(step))
    return copy
  }

  func proposing(_ size: CGSize) -> ResolveContext {
    var copy = self
    copy.proposal = CGSize(width: max(0, size.width), height: max(0, size.height))
    return copy
  }

  package func with(_ change: (inout EnvironmentValues) -> Void) -> ResolveContext {
    var copy = self
    change(&copy.environment)
    return copy
  }

  // MARK: - Resolving

  /// Resolves a view to its own nodes if it is primitive, or else to those of its body.
  @MainActor
  package func resolve(_ view: any View) -> [TreeNode] {
    guard session.failure == nil else { return [] }
    if let primitive = view as? any PrimitiveView { return primitive.resolve(in: self) }
    return resolveBody(of: view)
  }

  @MainActor
  private func resolveBody(of view: some View) -> [TreeNode] {
    var inner = entering(ObjectIdentifier(type(of: view)))
    inner.depth += 1
    guard inner.depth <= Self.maximumDepth else {
      session.fail(
        "view.recursion",
        "The body of \(type(of: view)) is nested more than \(Self.maximumDepth) views deep; end the recursion.")
      return []
    }
    inner.install(in: view)
    return inner.resolve(view.body)
  }

  /// Resolves a view to exactly one node. Several nodes are combined in a stack.
  @MainActor
  package func resolveOne(_ view: any View, stackedIn kind: String = "vstack") -> TreeNode {
    let nodes = resolve(view)
    return nodes.count == 1 ? nodes[0] : Self.joined(nodes, in: kind)
  }

  static func joined(_ nodes: [TreeNode], in kind: String) -> TreeNode {
    if nodes.count == 1 { return nodes[0] }
    if nodes.isEmpty { return TreeNode("empty") }
    return TreeNode(kind, ["children": .array(nodes.map(\.wire))])
  }

  @MainActor
  package static func share(of view: any View) -> Int { (view as? any PrimitiveView)?.share ?? 1 }

  // MARK: - Dynamic properties

  /// Connects the property wrappers of a view, modifier or style to their path.
  @MainActor
  func install(in value: Any) {
    for (index, child) in Mirror(reflecting: value).children.enumerated() {
      (child.value as? any InstallableProperty)?.install(in: entering(index))
    }
  }

  // MARK: - Numbers (VIEW-4)

  /// Converts a number to thousandths, rounding half away from zero. A number that is not finite or is out of range
  /// fails the reply.
  package func thousandths(_ value: Double, _ what: String) -> WireValue {
    integer(value * 1_000, limit: 10_000_000, what)
  }

  package func perMille(_ value: Double, _ what: String) -> WireValue {
    integer(min(1, max(0, value.isNaN ? .nan : value)) * 1_000, limit: 1_000, what)
  }

  package func integer(_ value: Double, limit: Double = 9_007_199_254_740_991, _ what: String) -> WireValue {
    let rounded = value.rounded(.toNearestOrAwayFromZero)
    guard rounded.isFinite, abs(rounded) <= limit else {
      session.fail("view.number", "The \(what) \(value) is not a number that can be drawn.")
      return 0
    }
    return .integer(Int64(rounded))
  }

  package func milliseconds(_ date: Date) -> WireValue {
    integer(date.timeIntervalSince1970 * 1_000, limit: 7_258_118_400_000, "date")
  }
}
