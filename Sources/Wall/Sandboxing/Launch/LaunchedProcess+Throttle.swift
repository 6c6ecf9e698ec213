// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension LaunchedProcess {
  /// How long its control group has kept its threads from the processor, in microseconds; 0 without a control group.
  public var throttledMicroseconds: Int64 { holders.group?.throttledMicroseconds ?? 0 }
}

extension ControlGroup.Leaf {
  var throttledMicroseconds: Int64 {
    let lines = FileSystem.contents(path + "/cpu.stat")?.split(separator: "\n") ?? []
    return lines.firstNonNil { line in
      let words = line.split(separator: " ")
      return words.count == 2 && words[0] == "throttled_usec" ? Int64(words[1]) : nil
    } ?? 0
  }
}

extension Sequence {
  fileprivate func firstNonNil<Value>(_ value: (Element) -> Value?) -> Value? {
    for element in self { if let value = value(element) { return value } }
    return nil
  }
}
