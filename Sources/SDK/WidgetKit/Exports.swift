// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Widget sources expect WidgetKit to export SwiftUI and Foundation.
@_exported public import SwiftUI
