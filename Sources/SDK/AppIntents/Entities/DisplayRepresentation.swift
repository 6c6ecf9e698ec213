// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import FoundationShims

/// The name of a value on screen.
public struct DisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
  /// A picture beside the name.
  public struct Image: Hashable, Sendable {
    public let name: String
    public let isSystemSymbol: Bool

    public init(systemName: String, isTemplate: Bool? = nil) {
      name = systemName
      isSystemSymbol = true
    }

    public init(named name: String, isTemplate: Bool? = nil, displayStyle: ImageDisplayStyle? = nil) {
      self.name = name
      isSystemSymbol = false
    }
  }

  public enum ImageDisplayStyle: Hashable, Sendable {
    case `default`, circular
  }

  public var title: LocalizedStringResource
  public var subtitle: LocalizedStringResource?
  public var image: Image?
  public var synonyms: [LocalizedStringResource] = []
  /// Whether the SDK provided it, because the type has none of its own.
  var isProvided = false

  public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil) {
    self.title = title
    self.subtitle = subtitle
    self.image = image
  }

  public init(
    title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil,
    synonyms: [LocalizedStringResource]
  ) {
    self.init(title: title, subtitle: subtitle, image: image)
    self.synonyms = synonyms
  }

  public init(stringLiteral value: String) { self.init(title: LocalizedStringResource(stringLiteral: value)) }

  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(title: LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}

/// The name of a type on screen.
public struct TypeDisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
  public var name: LocalizedStringResource
  public var numericFormat: LocalizedStringResource?
  public var synonyms: [LocalizedStringResource]

  public init(
    name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil,
    synonyms: [LocalizedStringResource] = []
  ) {
    self.name = name
    self.numericFormat = numericFormat
    self.synonyms = synonyms
  }

  public init(stringLiteral value: String) { self.init(name: LocalizedStringResource(stringLiteral: value)) }

  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(name: LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}
