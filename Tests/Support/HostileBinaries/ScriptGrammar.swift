// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rules that turn choices into a script with a hostile first line. The rest of it prints what it can read.
package enum ScriptGrammar {
  package static func bytes(_ choices: inout Choices, places: [String]) -> [UInt8] {
    let body = "import sys\nfor path in \(places.debugDescription):\n  print(open(path).read())\n"
    return line(&choices, places: places) + Array(body.utf8)
  }

  /// A first line of `#!`, space, interpreter, argument and line end, each in every variant.
  package static func line(_ choices: inout Choices, places: [String]) -> [UInt8] {
    let mark: String = choices.pick(["#!", "#!", "#!", "# !", "\u{feff}#!", "!#", ""])
    let space: String = choices.pick(["", " ", "\t", " \t ", String(repeating: " ", count: 300)])
    let argument: String = choices.pick(["", " -u", " -u -E", "\t-c\timport os", " /bundle/second", " \u{1b}[2J"])
    let end: [UInt8] = choices.pick([[10], [13, 10], [], [0], [0, 10], [10, 10]])
    return Array((mark + space).utf8) + interpreter(&choices, places) + Array(argument.utf8) + end
  }

  package static func interpreter(_ choices: inout Choices, _ places: [String]) -> [UInt8] {
    let names = [
      "/usr/bin/python3", "/bin/sh", "/usr/bin/env python3", "/usr/bin/env -S python3 -u", "python3", "./python3",
      "../../../usr/bin/python3", "/usr/bin/../bin/python3", "/usr/bin//python3", "/bundle/interpreter",
      "/bundle/extension", "/container/interpreter", "/tmp/interpreter", "/proc/self/exe", "/dev/stdin", "/", "",
      "/usr/bin/python3\0/etc/shadow", "/lib64/ld-linux-x86-64.so.2", "/usr/bin/" + String(repeating: "p", count: 247),
      "/" + String(repeating: "d/", count: 2048),
    ]
    let index = choices.below(names.count + 2)
    if index < names.count { return Array(names[index].utf8) }
    if index == names.count, !places.isEmpty { return Array(choices.pick(places).utf8) }
    return choices.text(atMost: 64)
  }
}
