// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A program without a C library that opens each path of a list and writes what it can read to the reply pipe.
///
/// It runs without changes, so that a trial can check what the program could reach.
package enum ProbeProgram {
  /// The program exits when it is done, so the reply pipe reaches end of file after its last byte.
  package static func bytes(paths: [String], link: ELFDescription.Link = .fixed) -> [UInt8] {
    var description = ELFDescription()
    description.link = link
    description.code = code(paths: paths)
    return description.bytes
  }

  /// For each path: `open`, `read` of 256 bytes, `write` to descriptor 4; then `exit_group(0)`.
  package static func code(paths: [String]) -> [UInt8] { instructions + paths.flatMap { Array($0.utf8) + [0] } + [0] }

  // The list begins right after the last instruction.
  #if arch(x86_64)
    package static let isRunnable = true
    private static let instructions: [UInt8] = [
      0x48, 0x8d, 0x1d, 0x56, 0x00, 0x00, 0x00,  // lea list(%rip), %rbx
      0x80, 0x3b, 0x00, 0x74, 0x48,  // next: if *rbx == 0 goto done
      0xb8, 0x02, 0x00, 0x00, 0x00, 0x48, 0x89, 0xdf, 0x31, 0xf6, 0x0f, 0x05,  // open(rbx, O_RDONLY)
      0x85, 0xc0, 0x78, 0x2d,  // if it failed goto skip
      0x89, 0xc7, 0x31, 0xc0, 0x48, 0x8d, 0xb4, 0x24, 0x00, 0xf0, 0xff, 0xff,  // read(file, rsp - 4096,
      0xba, 0x00, 0x01, 0x00, 0x00, 0x0f, 0x05,  // 256)
      0x85, 0xc0, 0x7e, 0x16,  // if it failed goto skip
      0x89, 0xc2, 0xb8, 0x01, 0x00, 0x00, 0x00, 0xbf, 0x04, 0x00, 0x00, 0x00,  // write(4,
      0x48, 0x8d, 0xb4, 0x24, 0x00, 0xf0, 0xff, 0xff, 0x0f, 0x05,  // rsp - 4096, what was read)
      0x48, 0xff, 0xc3, 0x80, 0x7b, 0xff, 0x00, 0x75, 0xf7, 0xeb, 0xb3,  // skip: rbx to the next path; goto next
      0xb8, 0xe7, 0x00, 0x00, 0x00, 0x31, 0xff, 0x0f, 0x05,  // done: exit_group(0)
    ]
  #else
    package static let isRunnable = false
    private static let instructions: [UInt8] = []
  #endif
}
