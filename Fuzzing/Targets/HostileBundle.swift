// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import HostileBinaries

/// A bundle generated from choices: its manifest, one program or script, one library.
struct HostileBundle {
  let manifest: [UInt8]
  let program: [UInt8]
  let library: [UInt8]
  /// A change to the program between reading the manifest and the installation.
  let change: FileChange?

  /// Paths on a host that an attacker would want in a view.
  private static let places = ["/home", "/dev", "/root", "/etc", "/proc/self", "/tmp/../etc", "/var/lib/sallyport"]

  init(_ choices: inout Choices) {
    let isScript = choices.oneIn(5)
    manifest = Self.manifest(&choices, isScript: isScript)
    change = choices.oneIn(8) ? choices.pick(FileChange.allCases) : nil
    library = choices.oneIn(3) ? ELFGrammar.description(&choices, places: Self.places).bytes : []
    // Use the rest of the input as is, so that a fuzzer can change any byte of a real file.
    if choices.oneIn(3) {
      program = choices.rest()
    } else if isScript {
      program = ScriptGrammar.bytes(&choices, places: Self.places)
    } else {
      program = ELFGrammar.description(&choices, places: Self.places).bytes
    }
  }

  private static func manifest(_ choices: inout Choices, isScript: Bool) -> [UInt8] {
    let executable = name(&choices, "extension")
    let library = name(&choices, "libown.png")
    let (point, fitting): (String, String?) = choices.pick([
      ("monitor", nil), ("monitor", "files"), ("shieldConfiguration", "files"), ("shieldConfiguration", "compute"),
      ("report", "files"), ("shieldAction", nil), ("widget", nil), ("focusFilter", nil),
    ])
    var members = [#""name":"program""#, #""point":"\#(point)""#, #""executable":\#(executable)"#]
    if let fitting { members.append(#""fitting":"\#(fitting)""#) }
    if choices.oneIn(6) { members.append(#""locks":true"#) }
    if isScript { members.append(#""interpreter":\#(interpreter(&choices))"#) }
    return Array(
      """
      {"manifest":1,"family":"hostile","displayName":"Hostile","version":"1.0","developer":{"name":"Hostile"},\
      "groups":["group.org.example.hostile"],"bundle":"bundle","assets":[{"name":"library","path":\(library)}],\
      "extensions":[{\(members.joined(separator: ","))}]}
      """.utf8)
  }

  /// A file name as JSON; usually the valid one.
  private static func name(_ choices: inout Choices, _ honest: String) -> String {
    guard choices.oneIn(8) else { return quoted(honest) }
    return quoted(
      choices.pick([
        "../extension", "/etc/passwd", "a/../../b", ".", "", "a/b/c", "extension\u{1b}[2J", "ex\u{202e}e", "a\nb",
        String(repeating: "n", count: 255), String(repeating: "n", count: 256),
        "a/" + String(repeating: "b/", count: 99) + "c",
        String(decoding: choices.text(atMost: 16), as: UTF8.self),
      ]))
  }

  private static func interpreter(_ choices: inout Choices) -> String {
    if choices.oneIn(2) { return quoted(String(decoding: ScriptGrammar.interpreter(&choices, places), as: UTF8.self)) }
    return quoted(choices.pick(["/usr/bin/python3", "/bin/sh", "/usr/bin/perl", "/usr/bin/bash"]))
  }

  private static func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
        guard scalar.value < 0x20 else { return "\(scalar)" }
        return "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      }.joined() + "\""
  }
}
