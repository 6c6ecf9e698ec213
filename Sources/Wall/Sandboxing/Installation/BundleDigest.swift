// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An incremental hash. The caller supplies the algorithm.
public struct BundleDigest {
  let update: ([UInt8]) -> Void
  let finish: () -> String

  public init(update: @escaping ([UInt8]) -> Void, finish: @escaping () -> String) {
    self.update = update
    self.finish = finish
  }
}

extension BundleDigest {
  /// A digest that ignores the bytes and yields a random name, for the temporary store of a trial.
  public static func unique() -> BundleDigest {
    let name = String(UInt64.random(in: 0 ... .max), radix: 16)
    return BundleDigest(update: { _ in }, finish: { name })
  }
}

extension InstalledBundle {
  /// The digest of the copy's executable. It covers the bytes that will run, because a launch refuses a file that
  /// differs from its record (`sandbox.md#what-an-extension-sees`).
  ///
  /// - Throws: `LaunchError` if the file is not the one that was installed, or changes while it is read.
  public func hash(by digest: BundleDigest) throws(LaunchError) -> String {
    let file = try Descriptor.open(directory + "/" + executable, flags: O_RDONLY | O_NONBLOCK)
    try checkRecord(of: file)
    var done = 0
    while true {
      let piece = file.read(1 << 18, at: done)
      if piece.isEmpty { break }
      digest.update(piece)
      done += piece.count
    }
    try checkRecord(of: file)
    guard done == Int(record?.size ?? -1) else { throw .plan("\(executable) could not be read to its end") }
    return digest.finish()
  }

  private func checkRecord(of file: Descriptor) throws(LaunchError) {
    guard InstallRecord(try file.status()) == record else {
      throw .plan(
        "\(executable) is not the file that was installed", remedy: "Remove the copy, so that it is made again.")
    }
  }
}
