// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The encoding of a span of use in a recording.
extension UseSpan: Codable {
  private enum CodingKeys: String, CodingKey {
    case start, end, app, appCategory, web, webCategory, isPresent, presenceKnown
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      start: try members.decode(Timestamp.self, forKey: .start), end: try members.decode(Timestamp.self, forKey: .end),
      front: RecordedForeground(
        app: try members.decodeIfPresent(Item.self, forKey: .app),
        appCategory: try members.decodeIfPresent(Item.self, forKey: .appCategory),
        web: try members.decodeIfPresent(Item.self, forKey: .web),
        webCategory: try members.decodeIfPresent(Item.self, forKey: .webCategory),
        isPresent: try members.decode(Bool.self, forKey: .isPresent),
        presenceKnown: try members.decode(Bool.self, forKey: .presenceKnown)))
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(start, forKey: .start)
    try members.encode(end, forKey: .end)
    try members.encodeIfPresent(app, forKey: .app)
    try members.encodeIfPresent(appCategory, forKey: .appCategory)
    try members.encodeIfPresent(web, forKey: .web)
    try members.encodeIfPresent(webCategory, forKey: .webCategory)
    try members.encode(isPresent, forKey: .isPresent)
    try members.encode(presenceKnown, forKey: .presenceKnown)
  }
}
