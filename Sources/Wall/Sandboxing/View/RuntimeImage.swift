// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Copies of the runtime files that a program needs: loader, libraries, interpreter, time zones.
///
/// Every program with file access gets one; no view contains a directory of the system. An image is made at approval
/// without running anything, and belongs to one family, with separate images for its sealed points: locks, futexes and
/// page-cache residency are tied to the inode.
public struct RuntimeImage: Hashable, Sendable, Codable {
  /// An absolute path; its `usr` becomes `/usr` in the view.
  public let directory: String
  public let files: Int
  public let bytes: Int64
  /// The system files that determine the image's contents, with their identities: if one changes, the image is out of
  /// date.
  public let sources: [String: InstallRecord]

  /// The kind of program that an image is for.
  public enum Need: Hashable, Sendable {
    /// Time zones, which Foundation reads.
    case staticProgram
    /// Time zones, the loader, and every library that the bundle's own files name.
    /// - Parameters: the installed bundle, and its files relative to it, the executable first.
    case dynamicProgram(bundle: String, files: [String])
    /// A script: its interpreter with its libraries and modules.
    case script(Interpreter)
  }

  /// Whether the system's files are still those that were copied.
  public var isCurrent: Bool {
    FileSystem.isDirectory(directory + "/usr")
      && sources.allSatisfy { path, record in FileSystem.status(path).map(InstallRecord.init) == record }
  }
}

extension RuntimeImage.Need {
  /// Determines what an installed program needs.
  ///
  /// - Parameter interpreter: the interpreter that the manifest or the script's first line names.
  /// - Throws: `LaunchError` for an interpreter that extensions can't have, or a program that is refused.
  public init(of bundle: InstalledBundle, files: [String] = [], interpreter: String?) throws(LaunchError) {
    if let interpreter {
      self = .script(try Interpreter(path: interpreter))
      return
    }
    let root = try Descriptor.open(bundle.directory, flags: Descriptor.pathOnly | O_DIRECTORY)
    let program = try Descriptor.open(bundle.executable, beneath: root, flags: O_RDONLY | O_NONBLOCK)
    switch try ELFFile(program: program, named: InnerPath.bundle + "/" + bundle.executable).linkMode {
    case .staticExecutable: self = .staticProgram
    case .dynamic:
      self = .dynamicProgram(
        bundle: bundle.directory, files: [bundle.executable] + files.filter { $0 != bundle.executable })
    }
  }
}

extension LinkMode {
  /// - Parameter path: an absolute path without symlinks.
  /// - Throws: `LaunchError` for a program that is refused.
  package init(ofProgram path: String) throws(LaunchError) {
    self = try ELFFile(program: Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY), named: path).linkMode
  }
}

extension ELFFile {
  /// Reads an extension's own program, which must name this machine's loader or be static.
  ///
  /// - Parameter name: the program's name in the error.
  init(program: Descriptor, named name: String) throws(LaunchError) {
    do throws(Malformed) {
      self = try ELFFile(program)
    } catch .notELF {
      throw .plan("\(name) is not an ELF executable", remedy: "Name an interpreter in the manifest for a script.")
    } catch {
      throw .plan("\(name) is refused: \(error)", remedy: "Link it with the toolchain's own linker.")
    }
    guard let interpreter, interpreter != InnerPath.loader else { return }
    throw .plan(
      "\(name) asks for the loader \(interpreter), and extensions have \(InnerPath.loader) only",
      remedy: "Link it for this system's C library, or statically.")
  }
}
