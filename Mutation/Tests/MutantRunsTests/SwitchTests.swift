// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MutantRuns

/// The switch in a program without a C library, such as the launcher.
@Suite struct SwitchTests {
  /// Ends with 7, and with 8 if the mutant in `memset` is selected. The compiler calls `memset` for the switch's own
  /// buffers, too.
  private static let program = """
    #include "CMutantSwitch.h"
    #include <stddef.h>
    #include <sys/syscall.h>
    static void leave(long status) {
    #if defined(__x86_64__)
      __asm__ volatile("syscall" ::"a"(SYS_exit_group), "D"(status));
    #else
      register long x8 __asm__("x8") = SYS_exit_group;
      register long x0 __asm__("x0") = status;
      __asm__ volatile("svc 0" ::"r"(x8), "r"(x0));
    #endif
    }
    void *memset(void *to, int value, size_t size) {
      volatile unsigned char *target = to;
      for (size_t i = 0; i < size; i++) target[i] = (unsigned char)(sallyport_mutant(1) ? value + 1 : value);
      return to;
    }
    void *memcpy(void *to, const void *from, size_t size) {
      volatile unsigned char *target = to;
      for (size_t i = 0; i < size; i++) target[i] = ((const unsigned char *)from)[i];
      return to;
    }
    #if defined(__x86_64__)
    __attribute__((force_align_arg_pointer))
    #endif
    void _start(void) {
      unsigned char byte = 0;
      memset(&byte, 7, 1);
      leave(byte);
    }
    """

  @Test(arguments: [("0", 7), ("1", 8), ("2", 7)])
  func `selects a mutant in a function that the compiler calls for the switch itself`(
    _ selected: String, _ status: Int32
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "switch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.program.utf8).write(to: folder.appending(path: "main.c"))
    let mutation = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let place = mutation.appending(path: "Switch").path
    let flags = ["-O0", "-static", "-nostdlib", "-fno-builtin", "-I", "\(place)/include"]
    let built = try Command(["clang"] + flags + ["main.c", "\(place)/switch.c", "-o", "program"], in: folder).run()
    try #require(built.status == 0, "\(built.output)")
    // The program has no environment that it could read, so it reads that of the shell that started it.
    let ran = try Command(
      ["sh", "-c", "./program; exit $?"], in: folder, environment: ["SALLYPORT_MUTANT": selected], limit: 60
    ).run()
    #expect(ran.status == status, "\(ran.output)")
  }
}
