// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension TimeInterval {
  /// A duration in words: “45 min”, “1 h 5 min”.
  var durationText: String {
    let minutes = Int(self / 60)
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
