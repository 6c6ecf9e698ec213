// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

extension TreeDecoder {
  mutating func link(_ reader: inout MemberReader, depth: Int) throws(ViewFault) -> ViewNode.Content {
    guard let url = try reader.string("url") else { throw ViewFault("schema", at: reader.pointer, "lacks “url”") }
    try URLPolicy.check(url, at: reader.path("url"), context: context)
    try countTap(at: reader.pointer)
    return .link(url: url, child: try child(&reader, "child", depth: depth))
  }

  mutating func control(_ reader: inout MemberReader, depth: Int) throws(ViewFault) -> ViewNode.ControlContent {
    guard let form = try reader.word("form", of: ViewNode.ControlContent.Form.self) else {
      throw ViewFault("schema", at: reader.pointer, "lacks “form”")
    }
    let node = try child(&reader, "child", depth: depth)
    var control = ViewNode.ControlContent(form: form, child: node)
    control.isOn = try reader.bool("on")
    control.intent = try reader.text("intent", limit: 128, minimum: 1)
    for (place, value) in (try reader.array("parameters", atMost: 32, code: "schema") ?? []).enumerated() {
      control.parameters.append(try parameter(value, at: "\(reader.pointer)/parameters/\(place)"))
    }
    control.action = try reader.integer("action", in: 0...1_000_000)
    control.role = try reader.word("role", of: ViewNode.ControlContent.Role.self)
    guard control.action == nil || context.point == .window else {
      throw ViewFault("schema", at: reader.path("action"), "is only allowed in an app's window")
    }
    guard control.parameters.isEmpty || control.intent != nil else {
      throw ViewFault("schema", at: reader.path("parameters"), "needs an intent")
    }
    if control.action != nil || control.intent != nil { try countTap(at: reader.pointer) }
    return control
  }

  private func parameter(_ value: WireValue, at pointer: String) throws(ViewFault) -> IntentParameter {
    var reader = try MemberReader(value, at: pointer)
    guard let name = try reader.text("name", limit: 128, minimum: 1) else {
      throw ViewFault("schema", at: pointer, "lacks “name”")
    }
    let content = try reader.required("value")
    guard case .object(let object) = content, object.members.count == 1 else {
      throw ViewFault("schema", at: reader.path("value"), "is not a value")
    }
    try reader.finish()
    return IntentParameter(name: name, value: content)
  }

  func report(_ reader: inout MemberReader) throws(ViewFault) -> ViewNode.Content {
    let surface = try reader.string("surface") ?? ""
    let digits = surface.utf8.dropFirst()
    guard surface.utf8.first == UInt8(ascii: "s"), (1...9).contains(digits.count),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw ViewFault("schema", at: reader.path("surface"), "is not a handle of presentReport") }
    return .report(surface: surface, frame: try extent(&reader, "frame"))
  }

  func picker(_ reader: inout MemberReader) throws(ViewFault) -> ViewNode.PickerContent {
    var picker = ViewNode.PickerContent(frame: try extent(&reader, "frame"))
    picker.title = try reader.text("title", limit: 256)
    picker.header = try reader.text("header", limit: 256)
    picker.footer = try reader.text("footer", limit: 256)
    picker.includesEntireCategory = try reader.bool("includeEntireCategory")
    return picker
  }
}
