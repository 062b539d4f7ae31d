import Expenses
import Languages
import Records
import Storage
import Testing

/// The articles on budgeting, which an operator chooses.
@Suite struct ReadingTopicTests {
    private typealias World = ExpensesWorld

    private static let english = #"{"language":"en","title":"Budgets","text":"What they are.","link":"https://example.org/a"}"#

    private static func draft(_ number: Int = 1, _ texts: String = english) throws -> ReadingTopicDraft {
        try World.input(#"{"number":\#(number),"texts":[\#(texts)]}"#)
    }

    private static func add(_ world: World, _ draft: ReadingTopicDraft) async throws -> ReadingTopic {
        try await world.store.change { try ReadingTopics().add(&$0, World.ann, draft) }
    }

    private static func list(_ world: World) async throws -> ReadingTopics.List {
        try await world.store.refusing { try ReadingTopics().list($0, World.ann, Nothing()) }
    }

    private static func picture(_ world: World, _ id: String) async throws -> [UInt8] {
        let named: ReadingTopics.Pictured = try World.input(#"{"topic":"\#(id)"}"#)
        return try await world.store.refusing { try ReadingTopics().picture($0, World.ann, named) }
    }

    @Test func theSampleStaysUntilTheOperatorAddsOrChooses() async throws {
        let world = try World()
        #expect(try await Self.list(world).shown == .sample)
        let second = try await Self.add(world, try Self.draft(2))
        let first = try await Self.add(world, try Self.draft(1))
        let list = try await Self.list(world)
        #expect(list.shown == .own && list.topics == [first, second])
        for shown in [ShownTopics.none, .sample, .own] {
            let choice: ReadingTopics.Choice = try World.input(#"{"shown":"\#(shown.rawValue)"}"#)
            let chosen = try await world.store.change { try ReadingTopics().choose(&$0, World.ann, choice) }
            #expect(chosen.shown == shown && chosen.topics.count == 2)
        }
    }

    @Test func aTopicIsEditedAndRemoved() async throws {
        let world = try World()
        let topic = try await Self.add(world, try Self.draft())
        func edit(_ version: Int, _ link: String) async throws -> ReadingTopic {
            let texts = #"[{"language":"it","title":"B","link":"\#(link)"}]"#
            let edit: ReadingTopics.Edit = try World.input(
                #"{"topic":"\#(topic.id)","version":\#(version),"number":9,"texts":\#(texts)}"#)
            return try await world.store.change { try ReadingTopics().edit(&$0, World.ann, edit) }
        }
        let edited = try await edit(1, "https://example.org/b")
        #expect(edited.version == 2 && edited.number == 9 && edited.texts.shown(in: .russian).title == "B")
        #expect(try await world.refusal { try await edit(1, "https://example.org/c") } == "changed-meanwhile")
        #expect(try await world.refusal { try await edit(2, "http://example.org/c") } == "bad-link")
        #expect(try await Self.list(world).topics == [edited])
        let named: ReadingTopics.Named = try World.input(#"{"topic":"\#(topic.id)"}"#)
        func remove() async throws { try await world.store.change { try ReadingTopics().remove(&$0, World.ann, named) } }
        try await remove()
        #expect(try await world.refusal { try await remove() } == "no-topic")
        #expect(try await Self.list(world).topics.isEmpty)
    }

    @Test func aPictureIsKeptWithItsTopic() async throws {
        let world = try World()
        let topic = try await Self.add(world, try Self.draft())
        func set(_ jpeg: [UInt8]?) async throws {
            try await world.store.change { try ReadingTopics().setPicture(&$0, jpeg, of: topic.id) }
        }
        #expect(try await world.refusal { try await Self.picture(world, topic.id) } == "no-picture")
        try await set([1, 2])
        try await set([3])
        #expect(try await Self.picture(world, topic.id) == [3])
        let pictured = try #require(try await Self.list(world).topics.first)
        #expect(pictured.hasPicture && pictured.version == 3)
        try await set(nil)
        #expect(try await world.refusal { try await Self.picture(world, topic.id) } == "no-picture")
        #expect(try await Self.list(world).topics.first?.hasPicture == false)
    }

    @Test func thereAreNotTooMany() async throws {
        let world = try World()
        for number in 1...ReadingTopics.most { _ = try await Self.add(world, try Self.draft(number)) }
        #expect(try await world.refusal { try await Self.add(world, try Self.draft()) } == "too-many-topics")
    }

    @Test(arguments: [
        (#"{"language":"en","link":"https://example.org"}"#, "no-title"), (#"{"language":"en","title":"B"}"#, "bad-link"),
        (#"{"language":"en","title":"  ","link":"https://example.org"}"#, "no-title"),
        (#"{"language":"en","title":"B","link":"https://user:word@example.org"}"#, "bad-link"),
        (#"{"language":"en","title":"B","link":"javascript:alert(1)"}"#, "bad-link"),
        (#"{"language":"en","title":"B","link":"https://"}"#, "bad-link"),
        (#"{"language":"en","title":"B","link":"https://exa mple.org"}"#, "bad-link"),
    ]) func whatIsNoTopicIsRefused(texts: String, code: String) async throws {
        let world = try World()
        #expect(try await world.refusal { try await Self.add(world, try Self.draft(1, texts)) } == code)
    }

    @Test(arguments: [#"{"language":"de","title":"B"}"#, #"{"title":"B"}"#, "\(english),\(english)"])
    func whatIsNoListOfTextsIsInvalid(texts: String) {
        #expect(throws: SchemaFault.self) { try Self.draft(1, texts) }
    }

    @Test func whatALanguageLacksIsEnglish() {
        let texts = TopicTexts([
            TopicText(.kazakh, title: "K", text: "k", link: ""),
            TopicText(.english, title: "E", text: "e", link: "https://example.org/e"),
            TopicText(.italian, title: "", text: "i", link: "https://example.org/i"),
        ])
        #expect(texts.shown(in: .kazakh) == TopicText(.kazakh, title: "K", text: "k", link: "https://example.org/e"))
        #expect(texts.shown(in: .italian) == TopicText(.english, title: "E", text: "e", link: "https://example.org/i"))
        #expect(texts.shown(in: .russian) == TopicText(.english, title: "E", text: "e", link: "https://example.org/e"))
    }

    @Test func aLinkHasItsHost() {
        #expect(TopicText.host(of: "https://EN.wikipedia.org:443/wiki/@x?a=b#c") == "en.wikipedia.org")
        #expect(TopicText.host(of: "https://example.org\\@evil.example") == nil)
        #expect(TopicText.host(of: "https://a@evil.example/") == nil)
        #expect(TopicText.host(of: "HTTPS://example.org") == "example.org")
    }
}
