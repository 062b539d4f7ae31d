import Platform

/// Renders a template with its values, and notes the faults of the values.
struct TemplateRenderer {
    private let templates: [String: [TemplateNode]]
    private let isHTML: Bool
    private var scopes: [TemplateValue]
    private var template: String
    private(set) var text = ""
    /// In the order in which they are found, each once.
    private(set) var faults: [String] = []

    /// - Parameter isHTML: whether text is escaped for HTML.
    init(_ template: String, _ values: [String: TemplateValue], _ templates: [String: [TemplateNode]], isHTML: Bool = true) {
        (self.templates, self.isHTML, self.template, scopes) = (templates, isHTML, template, [.group(values)])
        follow(template, blocks: [:], line: 1)
    }

    private typealias Blocks = [String: Block]

    /// A block, with the template in which it is written.
    private struct Block {
        let nodes: [TemplateNode]
        let template: String
    }

    private mutating func follow(_ name: String, blocks: Blocks, line: Int) {
        guard let nodes = templates[name] else { return note("there is no template \"\(name)\"", line) }
        inside(name) { $0.follow(nodes, blocks) }
    }

    private mutating func follow(_ nodes: [TemplateNode], _ blocks: Blocks) {
        for node in nodes {
            switch node {
            case .text(let text): self.text += text
            case .value(let name, let isRaw): show(name, isRaw: isRaw)
            case .section(let name, let isInverted, let nodes): followSection(name, isInverted, nodes, blocks)
            case .partial(let name, let given, let line):
                // Outer blocks take precedence.
                let given = given.mapValues { Block(nodes: $0, template: template) }
                follow(name, blocks: blocks.merging(given) { outer, _ in outer }, line: line)
            case .chosenPartial(let name):
                guard case .text(let chosen)? = found(name) else { return note("\"\(name.text)\" is not text", name.line) }
                follow(chosen, blocks: blocks, line: name.line)
            case .block(let name, let nodes):
                let block = blocks[name] ?? Block(nodes: nodes, template: template)
                inside(block.template) { $0.follow(block.nodes, blocks) }
            }
        }
    }

    private mutating func followSection(_ name: TemplateName, _ isInverted: Bool, _ nodes: [TemplateNode], _ blocks: Blocks) {
        let value = found(name) ?? false
        switch value {
        case .flag(let flag): if flag != isInverted { follow(nodes, blocks) }
        case .list(let elements) where isInverted: if elements.isEmpty { follow(nodes, blocks) }
        case .list(let elements): for element in elements { followScope(element, nodes, blocks) }
        case .text, .html, .group: if !isInverted { followScope(value, nodes, blocks) }
        }
    }

    private mutating func followScope(_ value: TemplateValue, _ nodes: [TemplateNode], _ blocks: Blocks) {
        scopes.append(value)
        follow(nodes, blocks)
        scopes.removeLast()
    }

    /// Only HTML in three braces is not escaped: in two braces, authors do not expect HTML.
    private mutating func show(_ name: TemplateName, isRaw: Bool) {
        switch found(name) {
        case .html(let html) where isRaw: text += html
        case .text(let shown)?:
            if isRaw { note("\"\(name.text)\" is text and needs two braces", name.line) }
            if isHTML { HTMLText.append(shown, to: &text) } else { text += shown }
        case .html(let html)?:
            note("\"\(name.text)\" is HTML and needs three braces", name.line)
            HTMLText.append(html, to: &text)
        case .flag?, .list?, .group?: note("\"\(name.text)\" is neither text nor HTML", name.line)
        case nil: break
        }
    }

    private mutating func found(_ name: TemplateName) -> TemplateValue? {
        var value = scopes.last
        if let first = name.path.first {
            value = innermost(first)
            for part in name.path.dropFirst() { value = value?.member(part) }
        }
        if value == nil { note("there is no value \"\(name.text)\"", name.line) }
        return value
    }

    /// A page looks up thousands of names: `lazy.compactMap.first` would look each up twice.
    private func innermost(_ name: String) -> TemplateValue? {
        for scope in scopes.reversed() {
            if let value = scope.member(name) { return value }
        }
        return nil
    }

    private mutating func inside(_ name: String, _ body: (inout TemplateRenderer) -> Void) {
        let outer = template
        template = name
        body(&self)
        template = outer
    }

    private mutating func note(_ problem: String, _ line: Int) {
        let fault = "\(TemplateError(template: template, line: line, problem: problem))"
        if !faults.contains(fault) { faults.append(fault) }
    }
}

extension TemplateValue {
    /// The value of a name in a group.
    func member(_ name: String) -> TemplateValue? {
        if case .group(let members) = self { members[name] } else { nil }
    }
}
