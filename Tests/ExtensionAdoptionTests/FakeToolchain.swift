// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import ExtensionAdoption

/// A toolchain that records its calls, compiles an SDK of one small module and empty modules, and no extension.
enum FakeToolchain {
  static func write(to place: String, version: String = "Swift 6.3") throws -> Toolchain {
    let script = """
      #!/bin/sh
      echo "$@" >> "\(place)/calls"
      case $1 in
        --version) echo "\(version)"; exit 0 ;;
        build | -emit-module) ;;
        *) exit 1 ;;
      esac
      while [ $# -gt 0 ]; do
        case $1 in
          --scratch-path) scratch=$2 ;;
          -emit-module-path) echo interface > "$2"; exit 0 ;;
        esac
        shift
      done
      mkdir -p "$scratch/release/Modules" "$scratch/release/Kit.build"
      echo interface > "$scratch/release/Modules/Kit.swiftmodule"
      echo 'int kit(void) { return 1; }' | cc -x c -c - -o "$scratch/release/Kit.build/a.o"
      echo 'int more(void) { return 2; }' | cc -x c -c - -o "$scratch/release/Kit.build/b.o"

      """
    try FileWriting.makeDirectory(place)
    for name in ["swift", "swiftc"] { try FileWriting.write(Data(script.utf8), to: "\(place)/\(name)", mode: 0o755) }
    return Toolchain(swift: place + "/swift")
  }
}
