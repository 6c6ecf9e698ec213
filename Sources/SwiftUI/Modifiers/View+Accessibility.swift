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

  public func accessibilityHidden(_ hidden: Bool) -> some View {
    changingNodes { node, _ in if hidden { node.members["hidden"] = true } }
  }

  public func accessibilityIdentifier(_ identifier: String) -> some View { self }

  public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }

  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }

  public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { self }
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
  public static let isStaticText = AccessibilityTraits(rawValue: 16)
}
