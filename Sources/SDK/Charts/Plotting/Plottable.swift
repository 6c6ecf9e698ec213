// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A type whose values can be placed on an axis: a name, a number or a time.
public protocol Plottable {
  associatedtype PrimitivePlottable: Plottable
  var primitivePlottable: PrimitivePlottable { get }
  init?(primitivePlottable: PrimitivePlottable)
}

extension Plottable where PrimitivePlottable == Self {
  public var primitivePlottable: Self { self }
  public init?(primitivePlottable: Self) { self = primitivePlottable }
}

extension Plottable where Self: RawRepresentable, RawValue: Plottable, PrimitivePlottable == RawValue {
  public var primitivePlottable: RawValue { rawValue }
  public init?(primitivePlottable: RawValue) { self.init(rawValue: primitivePlottable) }
}

extension String: Plottable { public typealias PrimitivePlottable = String }
extension Date: Plottable { public typealias PrimitivePlottable = Date }
extension Double: Plottable { public typealias PrimitivePlottable = Double }
extension Float: Plottable { public typealias PrimitivePlottable = Float }
extension Int: Plottable { public typealias PrimitivePlottable = Int }
extension Int8: Plottable { public typealias PrimitivePlottable = Int8 }
extension Int16: Plottable { public typealias PrimitivePlottable = Int16 }
extension Int32: Plottable { public typealias PrimitivePlottable = Int32 }
extension Int64: Plottable { public typealias PrimitivePlottable = Int64 }
extension UInt: Plottable { public typealias PrimitivePlottable = UInt }
extension UInt8: Plottable { public typealias PrimitivePlottable = UInt8 }
extension UInt16: Plottable { public typealias PrimitivePlottable = UInt16 }
extension UInt32: Plottable { public typealias PrimitivePlottable = UInt32 }
extension UInt64: Plottable { public typealias PrimitivePlottable = UInt64 }
extension Decimal: Plottable { public typealias PrimitivePlottable = Decimal }

/// A place on an axis in the view tree.
enum Place: Hashable {
  case category(String)
  case value(Double)
  case time(Date)

  /// Converts a value by its primitive form. A value without a known primitive form is shown by its description.
  init(_ value: some Plottable) {
    switch value {
    case let name as String: self = .category(name)
    case let date as Date: self = .time(date)
    case let number as Double: self = .value(number)
    case let number as Float: self = .value(Double(number))
    case let number as Decimal: self = .value(NSDecimalNumber(decimal: number).doubleValue)
    case let number as any BinaryInteger: self = .value(Double(number))
    default:
      let primitive = value.primitivePlottable
      self = type(of: primitive) == type(of: value) ? .category(String(describing: value)) : Place(primitive)
    }
  }

  /// The name of the place in the legend.
  var name: String {
    switch self {
    case .category(let name): name
    case .value(let number): number.formatted()
    case .time(let date): date.formatted(date: .abbreviated, time: .omitted)
    }
  }

  var number: Double? { if case .value(let number) = self { number } else { nil } }

  /// The distance between two places: a difference of numbers, hours between times, zero for names.
  static func span(_ start: Place, _ end: Place) -> Place {
    switch (start, end) {
    case (.value(let start), .value(let end)): .value(end - start)
    case (.time(let start), .time(let end)): .value(end.timeIntervalSince(start) / 3_600)
    default: .value(0)
    }
  }
}
