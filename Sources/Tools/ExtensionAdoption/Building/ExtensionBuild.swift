// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import ExtensionProtocol
internal import Foundation

/// Compiles the extensions of a workspace, each as a whole and only if it changed.
struct ExtensionBuild {
  let workspace: AdoptionWorkspace
  let sdk: BuiltSDK
  let toolchain: Toolchain
  /// Whether the extensions are optimised, whatever the SDK is. Otherwise they keep the symbols that a debugger reads.
  ///
  /// Only an optimised program leaves out `assert` and `assertionFailure`, as a published app does. So this must not
  /// depend on which SDK happens to be compiled.
  let isOptimised: Bool

  /// Compiles and links one extension to its place in the family's bundle.
  ///
  /// The program is written there once; a copy of each would double the size on disk.
  func build(_ one: AdoptedExtension, to executable: String) throws -> Toolchain.Outcome {
    try makeShells(one.shells ?? [], in: shellModules)
    let sources = "\(workspace.sources)/\(one.module)"
    let files = try FileManager.default.contentsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }.sorted()
    let arguments = self.arguments(for: one, files: files.map { "\(sources)/\($0)" })
    let key = try self.key(arguments, files: files.map { "\(sources)/\($0)" })
    let record = "\(workspace.directory)/.build/\(one.module).key"
    if FileManager.default.fileExists(atPath: executable), FileManager.default.contents(atPath: record) == key {
      return Toolchain.Outcome(status: 0, output: "")
    }
    try FileWriting.makeDirectory(workspace.directory + "/.build")
    let output = "\(workspace.directory)/.build/\(one.module)"
    let outcome = try toolchain.compile(arguments + ["-o", output])
    guard outcome.status == 0 else { return outcome }
    try FileWriting.makeDirectory(URL(filePath: executable).deletingLastPathComponent().path)
    // A running program keeps its file; the new one takes its name.
    guard rename(output, executable) == 0 else {
      throw AdoptionError("\(executable) can't be written: \(String(cString: strerror(errno)))")
    }
    try FileWriting.write(key, to: record)
    return outcome
  }

  /// Checks the types of an extension that can't be built, with empty modules in place of those that are missing.
  func check(_ one: AdoptedExtension, besides missing: [String]) throws -> Toolchain.Outcome {
    let standIns = workspace.directory + "/.build/missing"
    try makeShells(one.shells ?? [], in: shellModules)
    try makeShells(missing, in: standIns)
    let sources = "\(workspace.sources)/\(one.module)"
    let files = try FileManager.default.contentsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }.sorted()
    return try toolchain.compile(
      ["-typecheck", "-I", standIns] + compilation(of: one, files: files.map { "\(sources)/\($0)" }))
  }

  private func arguments(for one: AdoptedExtension, files: [String]) -> [String] {
    ["-wmo"] + (isOptimised ? ["-Xlinker", "-s"] : []) + sdk.flavour.linkerArguments
      + compilation(of: one, files: files) + sdk.linkerArguments
  }

  private func compilation(of one: AdoptedExtension, files: [String]) -> [String] {
    // Without a file of this name, `@main` marks the entry point.
    let isLibrary = !files.contains { $0.hasSuffix("/main.swift") }
    let imports = (one.implicitImports ?? []).flatMap { ["-Xfrontend", "-import-module", "-Xfrontend", $0] }
    return ["-module-name", one.module, "-swift-version", "\(one.languageMode)"] + kept(one)
      + (isLibrary ? ["-parse-as-library"] : []) + (one.compilerFlags ?? [])
      + (isOptimised ? ["-O"] : ["-Onone", "-g"]) + (sdk.flavour.isStatic ? ["-static-stdlib"] : [])
      + sdk.compilerArguments + ["-I", shellModules] + imports + files
  }

  /// An optimised build removes types that no other code mentions. The host asks for intents by their names, so programs
  /// that may have intents keep all types that are not private, as programs under test do.
  private func kept(_ one: AdoptedExtension) -> [String] {
    [.app, .widget, .focusFilter].contains(one.point) ? ["-enable-testing"] : []
  }

  /// Digest of the arguments, the sources and the compiled SDK.
  private func key(_ arguments: [String], files: [String]) throws -> Data {
    var hash = SHA256()
    for argument in arguments { hash.update(data: Data((argument + "\0").utf8)) }
    for file in files { hash.update(data: FileManager.default.contents(atPath: file) ?? Data()) }
    return Data(hash.finalize())
  }

  // MARK: - Empty modules

  private var shellModules: String { sdk.directory + "/shells" }

  /// Compiles the empty modules that stand in for Apple's, each once for all workspaces.
  private func makeShells(_ shells: [String], in place: String) throws {
    try FileWriting.makeDirectory(place)
    for shell in shells where !FileManager.default.fileExists(atPath: "\(place)/\(shell).swiftmodule") {
      let temporary = "\(workspace.directory)/.build/shells"
      try FileWriting.makeDirectory(temporary)
      try FileWriting.write(AdoptionWorkspace.shellText, to: "\(temporary)/\(shell).swift")
      let outcome = try toolchain.compile(
        [
          "-emit-module", "-parse-as-library", "-module-name", shell, "-emit-module-path",
          "\(temporary)/\(shell).swiftmodule", "\(temporary)/\(shell).swift",
        ] + (sdk.flavour.isStatic ? ["-static-stdlib"] : []))
      guard outcome.status == 0 else {
        throw AdoptionError("The empty module \(shell) can't be compiled: \(outcome.output)")
      }
      // Another command may have made it in the meantime; they are equal.
      try FileWriting.write(
        try InputFile.data("\(temporary)/\(shell).swiftmodule"), to: "\(place)/\(shell).swiftmodule")
    }
  }
}
