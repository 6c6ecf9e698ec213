// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Chart sources expect Charts to export SwiftUI and Foundation.
@_exported public import SwiftUI
