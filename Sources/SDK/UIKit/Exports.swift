// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// What comes along with UIKit on Apple's systems.
@_exported public import Foundation
@_exported public import FoundationShims
// Where a file imports both Testing and UIKit, the toolchain loads this module: building UIKit has to build it too.
internal import _Testing_UIKit
