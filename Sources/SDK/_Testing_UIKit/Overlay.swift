// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Empty. The toolchain's Testing asks for a module of this name wherever a file imports both Testing and UIKit, and ships
// none on Linux; without this one no such file would compile.
