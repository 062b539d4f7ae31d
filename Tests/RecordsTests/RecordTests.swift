import JSONText
import Records
import Testing

/// One declaration gives JSON, its schema, rows and forms.
@Suite struct RecordTests {
    private enum Mood: String, FieldChoice { case good, bad }

    private struct Entry: Record, Equatable {
        let owner: String
        let text: String
        let count: Int
        let mood: Mood
        let at: Moment
        let readAt: Moment?

        init(owner: String, text: String, count: Int, mood: Mood, at: Moment, readAt: Moment?) {
            (self.owner, self.text, self.count, self.mood, self.at, self.readAt) = (owner, text, count, mood, at, readAt)
        }

        init(_ field: inout Fields<Entry>) throws {
            owner = try field("owner", \.owner, inDocuments: false)
            text = try field("text", \.text, .text(1...5), "What somebody wrote.")
            count = try field("count", \.count)
            mood = try field("mood", \.mood)
            at = try field("at", \.at)
            readAt = try field("read_at", \.readAt)
        }
    }

    private struct List: Record {
        let first: Entry
        let entries: [Entry]

        init(first: Entry, entries: [Entry]) { (self.first, self.entries) = (first, entries) }

        init(_ field: inout Fields<List>) throws {
            first = try field("first", \.first)
            entries = try field("entries", \.entries, most: 2, "The newest.")
        }

        static var schemaName: String? { "List" }
    }

    private struct Row: StoredColumns {
        let values: [StoredValue]
        func value(at column: Int) -> StoredValue { values[column] }
    }

    private let shape = Shape<Entry>()
    private let entry = Entry(
        owner: "ann", text: "a,\"b", count: 3, mood: .bad, at: Moment(seconds: 1_740_830_400), readAt: nil)
    private let json = #"{"text":"a,\"b","count":3,"mood":"bad","at":"2025-03-01T12:00:00Z","read_at":null}"#

    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test func documentsLackWhatOnlyTheTableHas() throws {
        #expect(text { shape.write(entry, &$0) } == json)
        #expect(shape.names == ["text", "count", "mood", "at", "read_at"])
    }

    @Test func recordsAndListsAreWithinRecords() throws {
        let list = Shape<List>()
        let written = text { list.write(List(first: entry, entries: [entry]), &$0) }
        #expect(written == "{\"first\":\(json),\"entries\":[\(json)]}")
        #expect(throws: SchemaFault.self, "a row's owner is in no document") { try list.value(try value(written)) }
    }

    @Test func fieldsOfARecordCanBeAmongThoseOfAnother() throws {
        struct Noted: Record, Equatable {
            let id: Int
            let entry: Entry
            let note: String
            init(id: Int, entry: Entry, note: String) { (self.id, self.entry, self.note) = (id, entry, note) }
            init(_ field: inout Fields<Noted>) throws {
                id = try field("id", \.id)
                entry = try field(\.entry)
                note = try field("note", \.note)
            }
        }
        let (noted, value) = (Shape<Noted>(), Noted(id: 7, entry: entry, note: "n"))
        #expect(noted.names == ["id", "text", "count", "mood", "at", "read_at", "note"])
        #expect(text { noted.write(value, &$0) } == #"{"id":7,\#(json.dropFirst().dropLast()),"note":"n"}"#)
        #expect(noted.stored(value) == [.integer(7)] + shape.stored(entry) + [.text("n")])
        #expect(try noted.value(Row(values: noted.stored(value))) == value)
    }

    @Test func theMembersOfADocumentDependOnItsKind() throws {
        struct Part: DocumentPart {
            static let schema = Schema.array(.object([.init("count", .integer(1...9))]), count: 1...2)
            let counts: [Int]
            func write(_ writer: inout JSONWriter) {
                writer.array { writer in for count in counts { writer.object { $0.member("count", count) } } }
            }
            init(_ json: JSONValue) { counts = (json.array ?? []).compactMap { $0["count"]?.integer } }
        }
        struct Input: Record {
            static let variants: Schema? = .variants(
                discriminator: "mood",
                [.init("good", [.init("text", .text(1...5))]), .init("bad", [.init("parts", Part.schema)])])
            let id: Int
            let mood: Mood
            let text: String?
            let parts: Part?
            init(_ field: inout Fields<Input>) throws {
                id = try field("id", \.id)
                mood = try field("mood", \.mood)
                text = try field("text", \.text, .text(0...9))
                parts = try field("parts", \.parts)
            }
        }
        let shape = Shape<Input>()
        let good = try shape.value(texts: [("id", "1"), ("mood", "good"), ("text", "a")])
        #expect(good.text == "a" && good.parts == nil)
        #expect(text { shape.write(good, &$0) } == #"{"id":1,"mood":"good","text":"a"}"#)
        let bad = try shape.value(texts: [("id", "1"), ("mood", "bad"), ("text", ""), ("parts/0/count", "3")])
        #expect(bad.text == nil && bad.parts?.counts == [3])
        #expect(text { shape.write(bad, &$0) } == #"{"id":1,"mood":"bad","parts":[{"count":3}]}"#)
        #expect(throws: SchemaFault.invalid(field: "/parts/0/count", value: .number(0), accepted: "a whole number from 1 to 9")) {
            try shape.value(texts: [("id", "1"), ("mood", "bad"), ("parts/0/count", "0")])
        }
        #expect(throws: SchemaFault.unknownMember("text", field: "/text", accepted: "mood, id, parts")) {
            try shape.value(texts: [("id", "1"), ("mood", "bad"), ("text", "a"), ("parts/0/count", "3")])
        }
    }

    @Test func textsMakeListsOfObjects() throws {
        struct Line: Record {
            let text: String
            let count: Int?
            init(_ field: inout Fields<Line>) throws {
                text = try field("text", \.text)
                count = try field("count", \.count)
            }
        }
        struct Lines: Record {
            let first: Line
            let others: [Line]
            init(_ field: inout Fields<Lines>) throws {
                first = try field("first", \.first)
                others = try field("others", \.others, most: 3)
            }
        }
        let shape = Shape<Lines>()
        func texts(_ path: String, _ count: String) -> [(name: String, text: String)] {
            [("\(path)/text", "a"), ("\(path)/count", count)]
        }
        let others = [(0, "1"), (1, "2"), (3, "4")].flatMap { texts("others/\($0)", $1) }
        let lines = try shape.value(texts: texts("first", "") + others)
        #expect(lines.first.text == "a" && lines.first.count == nil && lines.others.map(\.count) == [1, 2])
        #expect(throws: SchemaFault.self) { try shape.value(texts: texts("others/0", "1")) }
    }

    @Test func theSchemaIsThatOfTheFields() {
        var names: [String: Schema] = [:]
        let written = text { Shape<List>().schema.write(&$0, &names) }
        #expect(written == ##"{"$ref":"#/components/schemas/List"}"##)
        let own = text { shape.schema.write(&$0, &names) }
        #expect(own.contains(#""text":{"type":"string","minLength":1,"maxLength":5,"description":"What somebody wrote."}"#))
        #expect(own.contains(#""mood":{"type":"string","enum":["good","bad"]}"#))
        #expect(!own.contains("owner"))
    }

    @Test(arguments: [
        (#"{"text":"","count":3,"mood":"bad","at":"2025-03-01T12:00:00Z","read_at":null}"#, "/text"),
        (#"{"text":"a","count":-1,"mood":"bad","at":"2025-03-01T12:00:00Z","read_at":null}"#, "/count"),
        (#"{"text":"a","count":1,"mood":"odd","at":"2025-03-01T12:00:00Z","read_at":null}"#, "/mood"),
        (#"{"text":"a","count":1,"mood":"bad","at":"noon","read_at":null}"#, "/at"),
    ])
    func whatTheSchemaRefusesIsNamed(json: String, place: String) throws {
        struct Input: Record {
            let text: String
            let count: Int
            let mood: Mood
            let at: Moment
            let readAt: Moment?
            init(_ field: inout Fields<Input>) throws {
                text = try field("text", \.text, .text(1...5))
                count = try field("count", \.count)
                mood = try field("mood", \.mood)
                at = try field("at", \.at)
                readAt = try field("read_at", \.readAt)
            }
        }
        do {
            _ = try Shape<Input>().value(try value(json))
            Issue.record("\(json) was accepted")
        } catch let fault as SchemaFault {
            guard case .invalid(let field, _, _) = fault else { throw fault }
            #expect(field == place)
        }
    }

    @Test func aFormHasTheLimitsOfTheProgram() throws {
        struct Input: Record {
            let text: String
            let count: Int
            init(_ field: inout Fields<Input>) throws {
                text = try field("text", \.text, .text(1...5))
                count = try field("count", \.count)
            }
        }
        let shape = Shape<Input>()
        let input = try shape.value(texts: [("text", "abc"), ("count", "12"), ("csrf", "x")])
        #expect(input.text == "abc" && input.count == 12)
        for typed in [[("text", "abcdef"), ("count", "1")], [("text", "a"), ("count", "1.5")], [("text", "a")]] {
            #expect(throws: SchemaFault.self) { try shape.value(texts: typed.map { (name: $0.0, text: $0.1) }) }
        }
    }

    @Test func aPartThatAcceptsNullMayAlsoBeMissing() throws {
        struct Part: DocumentPart {
            static let schema = Schema.nullable(.text(1...5))
            let text: String?
            init(_ json: JSONValue) { text = json.string }
            func write(_ writer: inout JSONWriter) { if let text { writer.string(text) } else { writer.null() } }
        }
        struct Input: Record {
            let part: Part?
            init(_ field: inout Fields<Input>) throws { part = try field("part", \.part) }
        }
        let shape = Shape<Input>()
        #expect(try shape.value(.object([])).part == nil)
        for input in [try shape.value(try value(#"{"part":null}"#)), try shape.value(texts: [("part", "")])] {
            #expect(try #require(input.part).text == nil)
        }
        #expect(try shape.value(texts: [("part", "abc")]).part?.text == "abc")
        for json in [#"{"part":null}"#, "{}"] {
            let input = try shape.value(try value(json))
            #expect(text { shape.write(input, &$0) } == json)
        }
    }

    @Test func rowsAreReadInTheOrderOfTheFields() throws {
        let stored = shape.stored(entry)
        #expect(stored == [.text("ann"), .text("a,\"b"), .integer(3), .text("bad"), .integer(1_740_830_400), .null])
        #expect(try shape.value(Row(values: stored)) == entry)
        #expect(try shape.value(Row(values: [.null] + stored), from: 1) == entry)
        var damaged = stored
        damaged[3] = .text("odd")
        #expect(throws: Damage.self) { try shape.value(Row(values: damaged)) }
    }

    @Test func aMissingMemberHasItsDefault() throws {
        struct Input: Record {
            let count: Int
            let end: Moment?
            let moods: [Mood]
            init(_ field: inout Fields<Input>) throws {
                count = try field("count", \.count, .integer(1...9), default: 4)
                end = try field("end", \.end, default: nil)
                moods = try field("moods", \.moods, .array(Mood.schema, count: 1...2), default: [.good])
            }
        }
        let shape = Shape<Input>()
        #expect(Schema.members(shape.schema).allSatisfy { !$0.isRequired })
        #expect(shape.defaults == ["count": .number(4), "moods": .array([.string("good")])])
        let least = try shape.value(try value("{}"))
        #expect(least.count == 4 && least.end == nil && least.moods == [.good])
        let empty = try shape.value(texts: [("count", ""), ("end", ""), ("moods", "")])
        #expect(empty.count == 4 && empty.end == nil && empty.moods == [.good])
        let own = try shape.value(texts: [("count", "5"), ("end", "1970-01-01T00:00:09Z"), ("moods", "bad,good")])
        #expect(own.count == 5 && own.end == Moment(seconds: 9) && own.moods == [.bad, .good])
        #expect(text { shape.write(own, &$0) } == #"{"count":5,"end":"1970-01-01T00:00:09Z","moods":["bad","good"]}"#)
        #expect(throws: SchemaFault.self) { try shape.value(try value(#"{"count":10}"#)) }
    }
}
