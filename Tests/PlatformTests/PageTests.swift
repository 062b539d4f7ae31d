import Platform
import Testing

@Suite struct PageTests {
    @Test(arguments: 1...4, 0...9) func pagesTogetherAreTheList(limit: Int, count: Int) async throws {
        let list = Array(0..<count)
        var seen: [Int] = []
        var reads = 0
        while true {
            let page = await Page(limit: limit) { wanted in Array(list.dropFirst(seen.count).prefix(wanted)) }
            #expect(page.elements.count <= limit)
            seen += page.elements
            reads += 1
            if !page.hasMore { break }
        }
        #expect(seen == list)
        #expect(reads == max(1, (count + limit - 1) / limit), "a last page that is full is known to be the last")
    }

    @Test func aPageBeginsWhereItsListBegins() {
        let list = ["a", "b", "c", "d"]
        let page = Page(list[1...], limit: 2)
        #expect(Array(page.elements) == ["b", "c"] && page.elements.indices == 1..<3 && page.hasMore)
        #expect(!Page(list[2...], limit: 2).hasMore)
    }
}
