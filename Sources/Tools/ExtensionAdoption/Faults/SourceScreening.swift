// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Finds faults before compiling. It finds them all at once, whereas the compiler stops at the first import.
struct SourceScreening {
  let modules: ModuleKnowledge

  func faults(in source: SwiftSource, ownModules: Set<String>) -> [AdoptionFault] {
    var faults = source.imports.compactMap { one -> AdoptionFault? in
      guard !one.isConditional, let objection = modules.objection(to: one.module, ownModules: ownModules) else {
        return nil
      }
      return AdoptionFault(.module, source.path, one.line, objection)
    }
    for (index, line) in source.text.code.enumerated() {
      for (word, what) in Self.objectiveC where line.contains(word) {
        faults.append(AdoptionFault(.objectiveC, source.path, index + 1, what))
        break
      }
    }
    return faults
  }

  private static let objectiveC = [
    ("#selector", "“#selector” needs the Objective-C runtime, which Linux lacks; pass a closure instead"),
    ("#keyPath", "“#keyPath” needs the Objective-C runtime, which Linux lacks; write \\Type.property"),
    (
      "NSSelectorFromString",
      "“NSSelectorFromString” needs the Objective-C runtime, which Linux lacks; call the method by name"
    ),
    ("NSClassFromString(\"", "“NSClassFromString” needs the Objective-C runtime, which Linux lacks; use the type"),
  ]
}
