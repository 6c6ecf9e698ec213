// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims
internal import ExtensionProtocol
internal import Foundation

/// Sets defaults as `UserDefaults` does, without its casts, which take half of the time in which a shield starts.
extension PropertyValue {
  /// - Parameter suite: `nil` for the suite of the program.
  func store(as key: String, in suite: String?) {
    let name = unsafe suite.map { unsafe Self.text($0) }
    unsafe cextensionshims_set_default(name, Self.text(key), stored)
  }

  /// The stored value, owned by the caller.
  private var stored: UnsafeRawPointer {
    switch self {
    case .bool(let flag): unsafe cextensionshims_value_flag(flag ? 1 : 0)
    case .integer(let number): unsafe cextensionshims_value_integer(number)
    case .decimal(let text): unsafe cextensionshims_value_decimal(Double(text) ?? 0)
    case .string(let text), .url(let text), .entity(_, let text): unsafe Self.text(text)
    case .date(let time):
      unsafe cextensionshims_value_date(Date(wireTime: time).timeIntervalSinceReferenceDate)
    case .data(let base64): unsafe Self.data(Data(base64Encoded: base64) ?? Data())
    case .list(let values): unsafe Self.list(values.map { unsafe $0.stored })
    case .map(let entries): unsafe Self.map(entries)
    }
  }

  private static func text(_ text: String) -> UnsafeRawPointer {
    var text = text
    return text.withUTF8 { unsafe cextensionshims_value_text($0.baseAddress, $0.count) }
  }

  private static func data(_ data: Data) -> UnsafeRawPointer {
    unsafe data.withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe cextensionshims_value_data($0.baseAddress, $0.count) }
    }
  }

  private static func list(_ values: [UnsafeRawPointer]) -> UnsafeRawPointer {
    var values = unsafe values.map(Optional.some)
    return unsafe values.withUnsafeMutableBufferPointer {
      unsafe cextensionshims_value_list($0.baseAddress, $0.count)
    }
  }

  /// The first of two entries with the same key counts.
  private static func map(_ entries: [Entry]) -> UnsafeRawPointer {
    let unique = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
    var keys: [UnsafeRawPointer?] = unsafe unique.map { unsafe text($0.key) }
    var values: [UnsafeRawPointer?] = unsafe unique.map { unsafe $0.value.stored }
    return unsafe keys.withUnsafeMutableBufferPointer { keys in
      unsafe values.withUnsafeMutableBufferPointer { values in
        unsafe cextensionshims_value_map(keys.baseAddress, values.baseAddress, values.count)
      }
    }
  }
}
