// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// The names of the pages of reports. Each surface keeps a page of its own, even if a family shows several reports of
/// one context, or of contexts that differ only in characters that file names leave out.
struct ReportPageNames {
  private struct Owner: Hashable {
    var context: String
    var surface: String?
  }
  private var owners: [String: [Owner]] = [:]

  mutating func name(for request: ReportRequest) -> String {
    let slug = String(request.context.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    let stem = "report-\(request.family.rawValue)-\(slug)"
    let owner = Owner(context: request.context, surface: request.surface)
    var known = owners[stem] ?? []
    let index = known.firstIndex(of: owner) ?? known.count
    if index == known.count {
      known.append(owner)
      owners[stem] = known
    }
    // A dot is in no name made from a context.
    return index == 0 ? stem + ".html" : "\(stem).\(index + 1).html"
  }
}
