// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The modules that UIKit exports on Apple's systems.
@_exported public import Foundation
@_exported public import FoundationShims
// If a file imports both Testing and UIKit, the toolchain loads this module, so it must be built together with UIKit.
internal import _Testing_UIKit
