// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Copies of the runtime files an executable needs, laid out as below `/` (section 6, "sealed image").
///
/// Made once, at approval, for sealed points only: a file that an unsealed process could open too would be a channel,
/// because locks, futexes and page-cache residency follow the inode.
public struct RuntimeImage: Sendable {
  public let directory: String
  /// The system's files that were copied, without those of whole trees: when one changes, the image is old.
  public let sources: [String]
  private static let libraryDirectories = [
    "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
    "/lib64", "/usr/lib64", "/lib", "/usr/lib",
  ]

  /// Makes an image at `directory`, which must not exist yet.
  /// - Parameters:
  ///   - program: the executable, or the interpreter of a script.
  ///   - trees: directories that are needed whole, for instance an interpreter's library.
  public static func make(
    at directory: String, for program: String, trees: [String] = ["/usr/share/zoneinfo"]
  ) throws(LaunchError) -> RuntimeImage {
    guard FileSystem.status(directory) == nil else { throw .plan("the runtime image \(directory) exists already") }
    var image = Maker(root: directory)
    try BundleStore.makeDirectory(directory)
    try image.addLibraries(of: program)
    if program.hasPrefix("/usr/") { try image.addFile(program) }
    let sources = image.copied.sorted()
    for tree in trees { try image.addTree(tree) }
    return RuntimeImage(directory: directory, sources: sources)
  }
}

extension RuntimeImage {
  private struct Maker {
    let root: String
    private var done: Set<String> = []
    private(set) var copied: [String] = []

    init(root: String) { self.root = root }

    /// The loader and, breadth first, every library that is needed by another.
    mutating func addLibraries(of program: String) throws(LaunchError) {
      var pending = [program]
      var seen: Set<String> = []
      while let path = pending.popLast() {
        guard let real = FileSystem.resolved(path) else { throw .plan("\(path) does not exist") }
        let file = try Descriptor.open(real, flags: O_RDONLY | O_NONBLOCK)
        let elf: ELFFile
        do throws(ELFFile.Malformed) {
          elf = try ELFFile(file)
        } catch {
          throw .plan("\(path) is refused: \(error)")
        }
        if let loader = elf.interpreter { try addFile(loader) }
        let places = RuntimeImage.libraryDirectories
        for name in elf.needed where seen.insert(name).inserted {
          // A library of the bundle itself travels with the bundle.
          guard let found = places.map({ $0 + "/" + name }).first(where: { FileSystem.resolved($0) != nil }) else {
            throw .plan(
              "the library \(name) of \(program) does not exist",
              remedy: "Install it or link the executable statically.")
          }
          try addFile(found)
          pending.append(found)
        }
      }
    }

    /// Copies the file at its own path, and makes every symlink on the way as it is.
    mutating func addFile(_ path: String) throws(LaunchError) {
      guard done.insert(path).inserted else { return }
      var current = ""
      for component in path.split(separator: "/") {
        let next = current + "/" + component
        guard let status = FileSystem.status(next) else { throw .plan("\(path) does not exist") }
        switch status.st_mode & S_IFMT {
        case S_IFLNK:
          guard let link = FileSystem.link(at: next) else { throw .plan("\(next) is not a readable symlink") }
          if unsafe symlink(link, root + next) != 0 && errno != EEXIST {
            throw LaunchError(stage: "host", errno: errno, message: "\(root + next) could not be made")
          }
          let target = link.hasPrefix("/") ? link : current + "/" + link
          return try addFile(Self.plain(target) + path.dropFirst(next.count))
        case S_IFDIR: try BundleStore.makeDirectory(root + next)
        default:
          guard FileSystem.status(root + next) == nil else { return }
          let file = try Descriptor.open(next, flags: O_RDONLY | O_NONBLOCK)
          try BundleStore.copy(file, status, path: next, to: root + next)
          copied.append(next)
        }
        current = next
      }
    }

    mutating func addTree(_ path: String) throws(LaunchError) {
      guard FileSystem.status(path) != nil else { return }
      var pending = [path]
      while let directory = pending.popLast() {
        for name in FileSystem.names(in: directory) ?? [] where name != "__pycache__" {
          let entry = directory + "/" + name
          if FileSystem.isDirectory(entry) {
            pending.append(entry)
          } else if FileSystem.resolved(entry) != nil {
            try addFile(entry)
          }
        }
      }
    }

    /// The path without `.` and `..`; symlinks on the way are met again by the caller.
    private static func plain(_ path: String) -> String {
      var components: [Substring] = []
      for component in path.split(separator: "/") where component != "." {
        if component == ".." { _ = components.popLast() } else { components.append(component) }
      }
      return "/" + components.joined(separator: "/")
    }
  }
}
