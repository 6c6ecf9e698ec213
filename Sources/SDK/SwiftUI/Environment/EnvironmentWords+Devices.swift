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

/// The older way to close a view; windows are closed by the person here.
public struct PresentationMode: Sendable {
  public var isPresented: Bool { false }

  public mutating func dismiss() {}
}

/// Lists are not refreshed here; the environment has none.
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
  /// `dynamicTypeSize` by its older name.
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
