// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

nonisolated extension View {
  public func accessibilityLabel(_ label: Text) -> some View {
    changingNodes { node, context in node.members["label"] = .string(label.plain(in: context)) }
  }

  public func accessibilityLabel(_ key: LocalizedStringKey) -> some View { accessibilityLabel(Text(key)) }

  @_disfavoredOverload
  public func accessibilityLabel(_ label: some StringProtocol) -> some View { accessibilityLabel(Text(label)) }

  public func accessibilityValue(_ value: Text) -> some View { self }

  public func accessibilityValue(_ key: LocalizedStringKey) -> some View { self }

  @_disfavoredOverload
  public func accessibilityValue(_ value: some StringProtocol) -> some View { self }

  public func accessibilityHint(_ key: LocalizedStringKey) -> some View { self }

  public func accessibilityHint(_ hint: Text) -> some View { self }

  @_disfavoredOverload
  public func accessibilityHint(_ hint: some StringProtocol) -> some View { self }

  public func accessibilityInputLabels(_ inputLabels: [LocalizedStringKey]) -> some View { self }

  public func accessibilitySortPriority(_ sortPriority: Double) -> some View { self }

  public func accessibilityAction(_ handler: @escaping () -> Void) -> some View { self }

  public func accessibilityAction(named key: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View { self }

  public func accessibilityIgnoresInvertColors(_ active: Bool = true) -> some View { self }

  public func accessibilityRepresentation(@ViewBuilder representation: () -> some View) -> some View { self }

  public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View { self }

  /// The older form of these modifiers.
  public func accessibility(label: Text) -> some View { accessibilityLabel(label) }

  public func accessibility(hidden: Bool) -> some View { accessibilityHidden(hidden) }

  public func accessibility(identifier: String) -> some View { self }

  public func accessibilityHidden(_ hidden: Bool) -> some View {
    changingNodes { node, _ in if hidden { node.members["hidden"] = true } }
  }

  public func accessibilityIdentifier(_ identifier: String) -> some View { self }

  public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }

  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }

  public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { self }
}

public enum AccessibilityHeadingLevel: UInt, Sendable {
  case unspecified, h1, h2, h3, h4, h5, h6
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
  private let number: Int

  public static let ignore = AccessibilityChildBehavior(number: 0)
  public static let contain = AccessibilityChildBehavior(number: 1)
  public static let combine = AccessibilityChildBehavior(number: 2)
}

public struct AccessibilityTraits: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let isButton = AccessibilityTraits(rawValue: 1)
  public static let isHeader = AccessibilityTraits(rawValue: 2)
  public static let isSelected = AccessibilityTraits(rawValue: 4)
  public static let isImage = AccessibilityTraits(rawValue: 8)
  public static let isLink = AccessibilityTraits(rawValue: 32)
  public static let updatesFrequently = AccessibilityTraits(rawValue: 64)
  public static let isSummaryElement = AccessibilityTraits(rawValue: 128)
  public static let allowsDirectInteraction = AccessibilityTraits(rawValue: 256)
  public static let isModal = AccessibilityTraits(rawValue: 512)
  public static let isToggle = AccessibilityTraits(rawValue: 1024)
  public static let isStaticText = AccessibilityTraits(rawValue: 16)
}
