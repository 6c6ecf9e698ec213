// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandboxing

/// A kind of program that gets a runtime image.
struct ImageSample {
  let name: String
  let need: RuntimeImage.Need
  /// Library directories named by the operator.
  var runtimeLibraries: [String] = []

  /// One sample of each kind, compiled in the scratch directory if needed.
  static func all(_ bench: Workbench) throws -> [ImageSample] {
    let toolchain = try swiftLibraries()
    return try [
      ImageSample(name: "static Swift", need: .staticProgram),
      ImageSample(name: "dynamic C", need: need(compiledC(bench))),
      ImageSample(
        name: "dynamic Swift, Foundation",
        need: need(bench.compile("hello.swift", with: ["swiftc", "-O"])),
        runtimeLibraries: [toolchain]),
      ImageSample(name: "Python script", need: .script(Interpreter(path: "/usr/bin/python3"))),
      ImageSample(name: "Perl script", need: .script(Interpreter(path: "/usr/bin/perl"))),
      ImageSample(name: "sh script", need: .script(Interpreter(path: "/bin/sh"))),
    ]
  }

  static func compiledC(_ bench: Workbench) throws -> InstalledBundle {
    try bench.compile("hello.c", with: ["cc", "-O2"])
  }

  private static func need(_ bundle: InstalledBundle) throws -> RuntimeImage.Need {
    try RuntimeImage.Need(of: bundle, interpreter: nil)
  }

  /// The toolchain's runtime libraries, as an operator would name them.
  private static func swiftLibraries() throws -> String {
    let text = try Tool.run(["swiftc", "-print-target-info"])
    let information = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let paths = (information?["paths"] as? [String: Any])?["runtimeLibraryPaths"] as? [String]
    guard let path = paths?.first else { throw BenchmarkError("swiftc reports no directory of runtime libraries.") }
    return URL(filePath: path).resolvingSymlinksInPath().path
  }
}

extension Workbench {
  /// A program of Benchmarks/Samples, compiled and installed as in the host.
  func compile(_ source: String, with compiler: [String]) throws -> InstalledBundle {
    let name = source.replacing(".", with: "-")
    let directory = "\(scratch)/compiled"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    _ = try Tool.run(compiler + ["-o", "\(directory)/\(name)", "\(root)/Benchmarks/Samples/\(source)"])
    return try install(name, from: directory)
  }
}
