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

  /// Parses the line that the scanner accepted. Returns `nil` if json-c rejects it.
  func parse(_ line: Span<UInt8>, _ summary: LineScanner.Summary) -> WireValue? {
    if summary.repeats.isEmpty { return parse(line.extracting(summary.object), []) }
    var text: [UInt8] = []
    var offset = summary.object.lowerBound
    for tree in summary.repeats {
      text.append(line, offset..<tree.range.lowerBound)
      text += "{}".utf8
      offset = tree.range.upperBound
    }
    text.append(line, offset..<summary.object.upperBound)
    return parse(text.span, summary.repeats)
  }

  /// Parses exactly one object, in which empty ones take the places of `repeats`.
  private func parse(_ object: Span<UInt8>, _ repeats: [TreeRepeat]) -> WireValue? {
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
    var copy = JSONCopy(repeats)
    return unsafe copy.value(root)
  }
}

// MARK: -

/// Copies a json-c value. The scanner has checked the nesting against the depth cap, so the recursion is bounded.
private struct JSONCopy {
  private var repeats: ArraySlice<TreeRepeat>
  /// The trees so far, by number, if any of them repeats.
  private var trees: [WireValue] = []
  private let isSharing: Bool

  init(_ repeats: [TreeRepeat]) {
    self.repeats = repeats[...]
    isSharing = !repeats.isEmpty
  }

  mutating func value(_ json: OpaquePointer?) -> WireValue? {
    guard let json = unsafe json else { return .null }
    switch unsafe json_object_get_type(json) {
    case json_type_boolean: return .bool(unsafe json_object_get_boolean(json) != 0)
    case json_type_int: return .integer(unsafe json_object_get_int64(json))
    case json_type_string: return .string(unsafe String(json: json))
    case json_type_array:
      let count = unsafe json_object_array_length(json)
      var elements: [WireValue] = []
      elements.reserveCapacity(count)
      for index in 0..<count {
        guard let element = unsafe value(json_object_array_get_idx(json, index)) else { return nil }
        elements.append(element)
      }
      return .array(elements)
    case json_type_object: return unsafe object(json).map(WireValue.object)
    default: return nil
    }
  }

  private mutating func object(_ json: OpaquePointer) -> WireObject? {
    guard let table = unsafe json_object_get_object(json) else { return nil }
    var members: [(name: String, value: WireValue)] = []
    members.reserveCapacity(Int(unsafe table.pointee.count))
    var next = unsafe table.pointee.head
    while let entry = unsafe next {
      // SAFETY: the keys of a json-c object's table are C strings, its values json-c values; `json` keeps both alive.
      guard let key = unsafe entry.pointee.k?.assumingMemoryBound(to: CChar.self) else { return nil }
      let name = unsafe String(cString: key)
      let isTree = isSharing && TreeRepeats.isNamed(name)
      guard let value = unsafe isTree ? tree(OpaquePointer(entry.pointee.v)) : value(OpaquePointer(entry.pointee.v))
      else { return nil }
      members.append((name, value))
      unsafe next = entry.pointee.next
    }
    return WireObject(uniqueMembers: members)
  }

  /// A value named as trees are. The objects and arrays among them are counted in the order of the line, as the scanner
  /// does.
  private mutating func tree(_ json: OpaquePointer?) -> WireValue? {
    guard let json = unsafe json,
      unsafe [json_type_object, json_type_array].contains(json_object_get_type(json))
    else { return unsafe value(json) }
    let number = trees.count
    if let next = repeats.first, next.number == number {
      repeats.removeFirst()
      trees.append(trees[next.first])
      return trees[number]
    }
    trees.append(.null)
    guard let tree = unsafe value(json) else { return nil }
    trees[number] = tree
    return tree
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ line: Span<UInt8>, _ range: Range<Int>) {
    // SAFETY: the bytes are copied during the call.
    unsafe line.extracting(range).withUnsafeBytes { bytes in unsafe append(contentsOf: bytes) }
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
