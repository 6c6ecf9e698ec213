// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// On Linux, Foundation traps when it is asked to archive a value that is not an object, such as a token. These overloads
// throw an error instead (DEV-46).

extension NSKeyedArchiver {
  /// Archives an object, or a value that Foundation makes one of: text, numbers, dates, data, and collections of these.
  ///
  /// - Throws: `EncodingError.invalidValue` for any other `Codable` value; `encodeEncodable(_:forKey:)` takes those.
  public static func archivedData<Object: Encodable>(
    withRootObject object: Object, requiringSecureCoding: Bool
  ) throws -> Data {
    guard isArchivable(object) else { throw notArchivable(object) }
    return try archivedData(withRootObject: object as Any, requiringSecureCoding: requiringSecureCoding)
  }

  /// Encodes a value as a property list within the archive.
  public func encodeEncodable<Value: Encodable>(_ value: Value, forKey key: String) throws {
    // A property list has no bare numbers or texts at its root.
    encode(try PropertyListEncoder().encode([value]) as NSData, forKey: key)
  }

  private static func isArchivable(_ value: Any) -> Bool {
    switch value {
    case let values as [Any]: values.allSatisfy(isArchivable)
    case let values as Set<AnyHashable>: values.allSatisfy { isArchivable($0.base) }
    case let values as [AnyHashable: Any]: values.allSatisfy { isArchivable($0.key.base) && isArchivable($0.value) }
    default: value is any NSCoding || value is any _ObjectiveCBridgeable
    }
  }

  private static func notArchivable(_ value: Any) -> EncodingError {
    EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: [],
        debugDescription: """
          NSKeyedArchiver can't archive \(type(of: value)), which is not an object; use PropertyListEncoder or \
          encodeEncodable(_:forKey:).
          """))
  }
}

extension NSKeyedUnarchiver {
  /// Decodes a value that `encodeEncodable(_:forKey:)` encoded; `nil` if the key holds none of this type.
  public func decodeDecodable<Value: Decodable>(_ type: Value.Type, forKey key: String) -> Value? {
    try? decodeTopLevelDecodable(type, forKey: key)
  }

  /// Decodes a value that `encodeEncodable(_:forKey:)` encoded; `nil` if there is no such key.
  ///
  /// - Throws: `DecodingError` if the key holds no value of this type.
  public func decodeTopLevelDecodable<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value? {
    guard containsValue(forKey: key), let data = decodeObject(of: NSData.self, forKey: key) else { return nil }
    return try PropertyListDecoder().decode([Value].self, from: data as Data).first
  }
}
