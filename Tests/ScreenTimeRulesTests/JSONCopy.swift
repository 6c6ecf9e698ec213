// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Encodes a value to JSON and decodes it, as storage does.
enum JSONCopy {
  /// Reads the first of the values that the list encodes.
  static func read<Value: Decodable>(_ type: Value.Type, from list: [String]) throws -> Value {
    guard let value = try JSONDecoder().decode([Value].self, from: JSONEncoder().encode(list)).first else {
      throw CocoaError(.coderValueNotFound)
    }
    return value
  }

  static func of<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }
}
