// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Empty. The toolchain's Testing module requires a module of this name if a file imports both Testing and UIKit, but
// has none on Linux. Without this module such files would not compile.
