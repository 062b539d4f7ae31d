/// A part of a template.
indirect enum TemplateNode: Sendable, Equatable {
    case text(String)
    /// `{{name}}` or, raw, `{{{name}}}`.
    case value(TemplateName, isRaw: Bool)
    /// `{{#name}}…{{/name}}` or, inverted, `{{^name}}…{{/name}}`.
    case section(TemplateName, isInverted: Bool, [TemplateNode])
    /// `{{>name}}` or, with blocks, `{{<name}}{{$block}}…{{/block}}{{/name}}`.
    case partial(String, blocks: [String: [TemplateNode]], line: Int)
    /// `{{>*name}}`: the value is the name of the template.
    case chosenPartial(TemplateName)
    /// `{{$name}}…{{/name}}`: what to show if no block of this name is given.
    case block(String, [TemplateNode])

    /// The partials that it uses, with their lines.
    var partials: [(name: String, line: Int)] {
        switch self {
        case .partial(let name, let blocks, let line): [(name, line)] + blocks.values.joined().flatMap(\.partials)
        case .section(_, _, let nodes), .block(_, let nodes): nodes.flatMap(\.partials)
        case .text, .value, .chosenPartial: []
        }
    }
}

/// A name in a tag, with the line of the tag.
struct TemplateName: Sendable, Equatable {
    /// `["coin", "name"]` for `coin.name`; empty for the dot alone.
    let path: [String]
    let line: Int

    var text: String { path.isEmpty ? "." : path.joined(separator: ".") }
}
