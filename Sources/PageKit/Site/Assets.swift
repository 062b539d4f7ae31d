import Digests

/// Files that browsers load with a page. Their names contain a hash of their content, so that browsers may cache them permanently.
package struct Assets: Sendable {
    /// A file in the form in which it is sent.
    package struct File: Sendable {
        let bytes: [UInt8]
        let type: String
        let entityTag: String

        init(_ bytes: [UInt8], type: String) {
            (self.bytes, self.type) = (bytes, type)
            entityTag = "\"\(SHA256.hexadecimal(of: bytes).prefix(10))\""
        }
    }

    /// The files by the name in their URL, such as `chart.5f3a91c2.js`.
    private(set) var files: [String: File] = [:]
    /// The URLs by kind and name, such as `scripts/chart.js`.
    private(set) var urls: [String: String] = [:]

    package static let path = "/assets/"
    /// The style sheet of all pages, made of the sheets of all folders.
    package static let style = "app.css"
    /// The sheet of the gallery of components, which no other page loads.
    private static let gallery = "styleguide.css"

    /// - Throws: ``WebFilesError``.
    package init(_ folder: WebFolder) throws {
        try addStyles(folder)
        for name in folder.names(ending: ".svg") + folder.names(ending: ".png") { add("images/\(name)", folder.files[name]!.bytes) }
        var scripts = try ScriptOrder(folder)
        for name in try scripts.sorted() {
            add("scripts/\(name).js", Array(Self.withoutComments(linked(scripts.texts[name]!)).utf8))
        }
    }

    /// Adds a file whose content is made at start-up, such as the messages of scripts.
    package mutating func add(_ name: String, _ bytes: [UInt8]) {
        let hash = SHA256.hexadecimal(of: bytes).prefix(10)
        let file = name.split(separator: "/").last!
        let dot = file.lastIndex(of: ".")!
        let hashed = "\(file[..<dot]).\(hash)\(file[dot...])"
        files[hashed] = File(bytes, type: Self.type(of: String(file[dot...])))
        urls[name] = Self.path + hashed
    }

    /// Returns the URL of a file.
    package func url(_ name: String) -> String {
        guard let url = urls[name] else { preconditionFailure("no file \(name) in the folder of the pages") }
        return url
    }

    private mutating func addStyles(_ folder: WebFolder) throws {
        let sheets = try folder.styleOrder()
        let texts = try sheets.filter { $0 != Self.gallery }.map { Self.short(try folder.text($0)) }
        add(Self.style, Array(texts.joined(separator: "\n").utf8))
        if sheets.contains(Self.gallery) { add("styles/\(Self.gallery)", Array(Self.short(try folder.text(Self.gallery)).utf8)) }
    }

    /// Removes comment lines, which are only for readers of the source.
    private static func withoutComments(_ script: String) -> String {
        script.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n") + "\n"
    }

    /// Removes comments and indents, which are a quarter of the compressed sheet. Comments stand on lines of their own.
    private static func short(_ sheet: String) -> String {
        sheet.replacing(/\/\*(?s:.)*?\*\//, with: "").split(whereSeparator: \.isNewline)
            .map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Returns a script that imports other scripts, added before, by their hashed names. The names are relative: all files are in
    /// one folder, wherever the server is.
    private func linked(_ script: String) -> String {
        ScriptOrder.quoted(script).map { part in
            guard let name = ScriptOrder.module(part) else { return String(part) }
            return "./\(url("scripts/\(name).js").dropFirst(Self.path.count))"
        }.joined(separator: "\"")
    }

    private static func type(of ending: String) -> String {
        switch ending {
        case ".css": "text/css; charset=utf-8"
        case ".js": "text/javascript; charset=utf-8"
        case ".svg": "image/svg+xml"
        case ".png": "image/png"
        default: "application/octet-stream"
        }
    }
}

/// Orders scripts so that each comes after those that it imports.
package struct ScriptOrder {
    package let texts: [String: String]
    private let folder: WebFolder
    private var order: [String] = []
    private var open: Set<String> = []

    package init(_ folder: WebFolder) throws(WebFilesError) {
        self.folder = folder
        texts = try folder.texts(ending: ".js")
    }

    /// Cuts a script at its quotation marks. A regular expression would take a tenth of the time until the server is ready.
    static func quoted(_ script: String) -> [Substring] {
        script.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// Returns the name of the neighbouring module that a script imports by a text in quotation marks: `./name.js`.
    static func module(_ quoted: Substring) -> Substring? {
        quoted.hasPrefix("./") && quoted.hasSuffix(".js") ? quoted.dropFirst(2).dropLast(3) : nil
    }

    /// - Throws: ``WebFilesError`` for a module that is missing, or that imports itself by way of others.
    package mutating func sorted() throws(WebFilesError) -> [String] {
        for name in texts.keys.sorted() { try add(name) }
        return order
    }

    private mutating func add(_ name: String) throws(WebFilesError) {
        if order.contains(name) { return }
        let path = folder.location(of: "\(name).js")
        guard open.insert(name).inserted else { throw .invalid(path, "it imports itself by way of others") }
        for other in Self.quoted(texts[name]!).compactMap(Self.module).map(String.init) {
            guard texts[other] != nil else { throw .invalid(path, "it imports \(other).js, which does not exist") }
            try add(other)
        }
        order.append(name)
    }
}
