// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The paths of an extension's view. All are constants; nothing from an extension chooses one.
///
/// The launcher has the same table compiled in (`sources.c`) and refuses a plan with a mount at any other path.
enum InnerPath {
  static let bundle = "/bundle"
  static let container = "/container"
  /// The runtime image: loader and libraries in `lib`, an interpreter in `bin`, time zones in `share/zoneinfo`.
  static let runtime = "/usr"
  static let libraries = "/usr/lib"
  static let programs = "/usr/bin"
  static let zones = "/usr/share/zoneinfo"
  static let processes = "/proc"
  static let scratch = "/tmp"

  /// The dynamic loader of this machine's ABI, as every dynamic program names it.
  static let loader = loaderLink + "/" + loaderName
  /// The directory of `loader`, which in the view is a symlink to the image's libraries.
  static let loaderLink: String = {
    #if arch(x86_64)
      "/lib64"
    #else
      "/lib"
    #endif
  }()
  static let loaderName: String = {
    #if arch(x86_64)
      "ld-linux-x86-64.so.2"
    #else
      "ld-linux-aarch64.so.1"
    #endif
  }()
  /// The target of `loaderLink`, relative to the root.
  static let loaderTarget = "usr/lib"
  /// The loader's real path, which Landlock's rule needs because a rule follows no symlink.
  static let loaderFile = libraries + "/" + loaderName
}
