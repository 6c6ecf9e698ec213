// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CJSONC
internal import ExtensionProtocol

/// A json-c parser, reused for many lines.
@safe final class JSONTokener {
  /// The deepest nesting it accepts.
  let depth: Int
  private let handle: UnsafeMutablePointer<json_tokener>

  /// - Returns: `nil` if json-c cannot allocate memory.
  init?(depth: Int) {
    // json-c counts the level below the innermost value too.
    guard let handle = unsafe json_tokener_new_ex(Int32(clamping: depth + 2)) else { return nil }
    unsafe json_tokener_set_flags(handle, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
    self.depth = depth
    unsafe self.handle = handle
  }

  deinit { unsafe json_tokener_free(handle) }

  /// Parses exactly one object that the scanner accepted. Returns `nil` if json-c rejects it.
  func parse(_ object: Span<UInt8>) -> WireValue? {
    unsafe json_tokener_reset(handle)
    // SAFETY: json-c reads `count` bytes during the call and keeps no pointer to them.
    let root = unsafe object.withUnsafeBytes { bytes in
      unsafe json_tokener_parse_ex(
        handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
    }
    guard let root = unsafe root else { return nil }
    defer { unsafe _ = json_object_put(root) }
    guard unsafe json_tokener_get_error(handle) == json_tokener_success,
      unsafe json_tokener_get_parse_end(handle) == object.count
    else { return nil }
    return unsafe WireValue(json: root)
  }
}

// MARK: -

extension WireValue {
  /// Copies a json-c value. The scanner has checked the nesting against the depth cap, so the recursion is bounded.
  fileprivate init?(json: OpaquePointer?) {
    guard let json = unsafe json else {
      self = .null
      return
    }
    switch unsafe json_object_get_type(json) {
    case json_type_boolean: self = .bool(unsafe json_object_get_boolean(json) != 0)
    case json_type_int: self = .integer(unsafe json_object_get_int64(json))
    case json_type_string: self = .string(unsafe String(json: json))
    case json_type_array:
      let count = unsafe json_object_array_length(json)
      var elements: [WireValue] = []
      elements.reserveCapacity(count)
      for index in 0..<count {
        guard let element = unsafe WireValue(json: json_object_array_get_idx(json, index)) else { return nil }
        elements.append(element)
      }
      self = .array(elements)
    case json_type_object:
      guard let object = unsafe WireObject(json: json) else { return nil }
      self = .object(object)
    default: return nil
    }
  }
}

extension WireObject {
  fileprivate init?(json: OpaquePointer) {
    guard let table = unsafe json_object_get_object(json) else { return nil }
    var members: [(name: String, value: WireValue)] = []
    members.reserveCapacity(Int(unsafe table.pointee.count))
    var next = unsafe table.pointee.head
    while let entry = unsafe next {
      // SAFETY: the keys of a json-c object's table are C strings, its values json-c values; `json` keeps both alive.
      guard let key = unsafe entry.pointee.k?.assumingMemoryBound(to: CChar.self) else { return nil }
      guard let value = unsafe WireValue(json: OpaquePointer(entry.pointee.v)) else { return nil }
      members.append((unsafe String(cString: key), value))
      unsafe next = entry.pointee.next
    }
    self.init(uniqueMembers: members)
  }
}

extension String {
  fileprivate init(json: OpaquePointer) {
    let count = unsafe json_object_get_string_len(json)
    // SAFETY: json-c's buffer holds `count` bytes and is valid as long as `json`; the copy is made here.
    self = unsafe String(
      decoding: UnsafeRawBufferPointer(start: json_object_get_string(json), count: Int(count)), as: UTF8.self)
  }
}
