// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public enum UserInterfaceSizeClass: Hashable, Sendable {
  case compact, regular
}

public enum ColorSchemeContrast: CaseIterable, Hashable, Sendable {
  case standard, increased
}

public enum LegibilityWeight: Hashable, Sendable {
  case regular, bold
}

public enum EditMode: Hashable, Sendable {
  case inactive, transient, active

  public var isEditing: Bool { self != .inactive }
}

/// The older API for closing a view. It has no effect, because only the person closes windows here.
public struct PresentationMode: Sendable {
  public var isPresented: Bool { false }

  public mutating func dismiss() {}
}

/// An action that refreshes a list. The environment never has one, because lists are not refreshed here.
public struct RefreshAction: Sendable {
  public func callAsFunction() async {}
}

/// The older name of the text size.
public enum ContentSizeCategory: CaseIterable, Hashable, Sendable {
  case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
  case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
  case accessibilityExtraExtraExtraLarge

  public var isAccessibilityCategory: Bool {
    switch self {
    case .accessibilityMedium, .accessibilityLarge, .accessibilityExtraLarge, .accessibilityExtraExtraLarge,
      .accessibilityExtraExtraExtraLarge:
      true
    default: false
    }
  }
}

extension EnvironmentValues {
  /// The value of `dynamicTypeSize` under its older name.
  public var sizeCategory: ContentSizeCategory {
    get { ContentSizeCategory.allCases[dynamicTypeSize.rawValue] }
    set {
      if let index = ContentSizeCategory.allCases.firstIndex(of: newValue),
        let size = DynamicTypeSize(rawValue: index)
      {
        dynamicTypeSize = size
      }
    }
  }
}
