// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Options of a parameter's declaration that change how iOS asks for it. The host's sheets ask in one way.

public enum InputConnectionBehavior: Hashable, Sendable {
  case `default`, never, connectToPreviousIntentResult
}

public enum IntentParameterNumberControlStyle: Hashable, Sendable {
  case field, stepper, slider
}

/// The number of elements of a list.
public struct IntentCollectionSize: ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral, Sendable {
  public init(integerLiteral value: Int) {}
  public init(dictionaryLiteral elements: (IntentWidgetFamily, Int)...) {}
}

public enum IntentWidgetFamily: Hashable, Sendable {
  case systemSmall, systemMedium, systemLarge, systemExtraLarge
  case accessoryCircular, accessoryRectangular, accessoryInline, accessoryCorner
}

extension String {
  public struct IntentInputOptions: Sendable {
    public enum KeyboardType: Hashable, Sendable {
      case `default`, asciiCapable, decimalPad, emailAddress, numberPad, numbersAndPunctuation, phonePad
      case twitter, URL, webSearch
    }
    public enum CapitalizationType: Hashable, Sendable {
      case none, words, sentences, allCharacters
    }

    public init(
      keyboardType: KeyboardType = .default, capitalizationType: CapitalizationType = .sentences,
      multiline: Bool = false, autocorrect: Bool = true, smartQuotes: Bool = true, smartDashes: Bool = true
    ) {}
  }
}

extension Bool {
  public struct IntentDisplayName: Sendable {
    public init(true: LocalizedStringResource, false: LocalizedStringResource) {}
  }
}

extension Date {
  public enum IntentKind: Hashable, Sendable {
    case date, dateTime, time
  }
}

/// A number, or an optional one.
public protocol _IntentNumber: _IntentValue {
  associatedtype Number
  static func range(_ bounds: (Number, Number)) -> (lower: Self, upper: Self)?
}

extension _IntentNumber where Number == Self {
  public static func range(_ bounds: (Self, Self)) -> (lower: Self, upper: Self)? {
    (lower: bounds.0, upper: bounds.1)
  }
}

extension Int: _IntentNumber { public typealias Number = Int }
extension Double: _IntentNumber { public typealias Number = Double }
extension Float: _IntentNumber { public typealias Number = Float }
extension Decimal: _IntentNumber { public typealias Number = Decimal }

extension Optional: _IntentNumber where Wrapped: _IntentNumber {
  public typealias Number = Wrapped.Number
  public static func range(_ bounds: (Wrapped.Number, Wrapped.Number)) -> (lower: Wrapped?, upper: Wrapped?)? {
    Wrapped.range(bounds).map { (lower: $0.lower, upper: $0.upper) }
  }
}

/// A text, or an optional one.
public protocol _IntentText_: _IntentValue {}
extension String: _IntentText_ {}
extension Optional: _IntentText_ where Wrapped: _IntentText_ {}

/// A date, or an optional one.
public protocol _IntentDate: _IntentValue {}
extension Date: _IntentDate {}
extension Optional: _IntentDate where Wrapped: _IntentDate {}
