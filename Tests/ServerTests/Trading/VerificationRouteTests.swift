import Foundation
import Identity
import JSONText
import People
import Platform
import ServerWorld
import Store
import Support
import Testing

/// Telephone, documents, decision, over HTTP and with the real cryptography.
@Suite struct VerificationRouteTests {
    private func run(_ body: (ServerUnderTest, TestAccounts) async throws -> Void) async throws {
        let accounts = TestAccounts(startsVerified: false)
        try await ServerUnderTest.run(accounts: accounts) { server async throws in try await body(server, accounts) }
    }

    @Test func aPersonIsVerifiedStepByStep() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            var state = try await server.verification(of: ann)
            #expect(state["level"]?.string == "none" && state["needed"] == .boolean(true) && state["state"]?.string == "none")
            #expect(try await server.addDocument(ann).json["code"]?.string == "phone-first")
            let sent = try await server.sendCode(ann)
            #expect(sent.status == 202 && sent.json["code_sent_to"]?.string == "5431", "\(sent.text)")
            let message = try #require(accounts.codes.messages.last)
            #expect(message.phone.text == "+393338765431" && message.minutes == 10 && message.language == "en")
            #expect(!sent.text.contains(message.code) && !sent.text.contains("8765431"))
            #expect(try await server.confirm(ann, code: message.code).json["level"]?.string == "basic")
            #expect(try await server.submit(ann).json["code"]?.string == "no-documents")
            let document = try #require(try await server.addDocument(ann).json["id"]?.string)
            state = try await server.submit(ann).json
            #expect(state["state"]?.string == "pending")
            #expect(try await server.addDocument(ann).json["code"]?.string == "verification-waits")
            #expect(try await server.submit(ann).json["code"]?.string == "verification-waits")

            let list = try await server.get("/v1/operator/verifications", headers: keeper.headers)
            #expect(list.json["data"]?.array?.count == 1 && list.text.contains("ann@example.com"))
            #expect(list.json["data"]?.array?.first?["account"]?.string == ann.id)
            let photo = try await server.get(
                "/v1/operator/verifications/\(ann.id)/documents/\(document)", headers: keeper.headers)
            #expect(photo.status == 200 && photo.text == ServerUnderTest.photo && photo.header("Cache-Control") == "no-store")
            #expect(try await server.decide("accepted", ann, by: keeper).status == 200)
            #expect(try await server.decide("refused", ann, by: keeper).json["code"]?.string == "not-pending")
            state = try await server.verification(of: ann)
            #expect(state["level"]?.string == "full" && state["state"]?.string == "accepted")
            #expect(state["reason"]?.string == "Legible: accepted")
            #expect(state["looks"]?.array?.count == 1 && state["looks"]?.array?.first?["document"]?.string == document)
            #expect(try await server.addDocument(ann).json["code"]?.string == "already-verified")
            #expect(try await server.get("/v1/trading/account", headers: ann.headers).json["level"]?.string == "full")

            // Both acts are in the person's log, with the operator, and the decision is mailed.
            for kind in [SecurityEvent.Kind.documentSeen, .identityDecided] {
                let events = accounts.events.filter { $0.kind == kind }
                #expect(events.count == 1 && events.first?.person == ann.id && events.first?.actor == keeper.id, "\(kind)")
            }
            #expect(try await accounts.mails(to: "ann@example.com").count { $0.notice.kind == .identityDecided } == 1)
            // Her stored data is in her export, with the photo, but not in another person's.
            let export = try await server.send("POST", "/v1/account/export", headers: ann.headers)
            for name in [
                "verification.json", "support.json", "simulated-account.json", "simulated-history.csv", "simulated-feed.json",
            ] {
                #expect(export.text.contains(name), "\(name)")
            }
            #expect(export.text.contains("documents/\(document).jpg"))
            let other = try await server.send("POST", "/v1/account/export", headers: keeper.headers)
            #expect(other.status == 200 && !other.text.contains("documents/"))
        }
    }

    // MARK: Codes

    @Test func aCodeEndsAfterFiveWrongTriesAndAfterTenMinutes() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            #expect(try await server.confirm(ann, code: "123456").json["code"]?.string == "no-code")
            _ = try await server.sendCode(ann)
            let right = try accounts.codes.last()
            let wrong = right == "000000" ? "000001" : "000000"
            for left in [4, 3, 2, 1] {
                let answer = try await server.confirm(ann, code: wrong)
                #expect(answer.status == 422 && answer.json["left"]?.integer == left, "\(answer.text)")
            }
            #expect(try await server.confirm(ann, code: "letters").json["code"]?.string == "no-code")
            #expect(try await server.confirm(ann, code: right).json["code"]?.string == "no-code")

            _ = try await server.sendCode(ann)
            let late = try accounts.codes.last()
            server.clock.advance(by: 600)
            #expect(try await server.confirm(ann, code: late).json["code"]?.string == "no-code")

            let older = late
            _ = try await server.sendCode(ann)
            let newer = try accounts.codes.last()
            if older != newer { #expect(try await server.confirm(ann, code: older).status == 422) }
            server.clock.advance(by: 599)
            #expect(try await server.confirm(ann, code: " \(newer.prefix(3)) \(newer.suffix(3))").status == 200)
            #expect(try await server.confirm(ann, code: newer).json["code"]?.string == "no-code", "used twice")
        }
    }

    /// Simultaneous wrong codes are all counted.
    @Test func manyTriesAtOnceAreFiveTries() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            _ = try await server.sendCode(ann)
            let right = try #require(Int(try accounts.codes.last()))
            let statuses = try await withThrowingTaskGroup(of: String?.self) { group in
                for step in 1...20 {
                    let code = String(format: "%06d", (right + step) % 1_000_000)
                    group.addTask { try await server.confirm(ann, code: code).json["code"]?.string }
                }
                return try await group.reduce(into: [String: Int]()) { $0[$1 ?? "", default: 0] += 1 }
            }
            // The fifth wrong code invalidates the code, and the answer says so.
            #expect(statuses == ["wrong-phone-code": 4, "no-code": 16])
        }
    }

    @Test func codesAreFewForAPersonAndForANumber() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            for typed in ["333 123 4567", "+39", "+39 333 12a 4567", "+0 333 123 4567", "+1234567890123456"] {
                #expect(try await server.sendCode(ann, to: typed).status == 422, "\(typed)")
            }
            #expect(accounts.codes.messages.isEmpty)
            for _ in 0..<3 { #expect(try await server.sendCode(ann).status == 202) }
            let fourth = try await server.sendCode(ann, to: "+44 20 7946 0000")
            #expect(fourth.status == 429 && fourth.header("Retry-After") == "3600", "\(fourth.text)")
            // The limit of the number itself, in any spelling.
            for _ in 0..<2 { #expect(try await server.sendCode(eve, to: "0039-333-8765431").status == 202) }
            #expect(try await server.sendCode(eve).status == 429)
            #expect(try await server.sendCode(eve, to: "+44 20 7946 0000").status == 202)
            #expect(accounts.codes.messages.count == 6)
            server.clock.advance(by: 3600)
            #expect(try await server.sendCode(try await server.signIn("ann@example.com"), to: "+44 20 7946 0000").status == 202)
        }
    }

    /// An operator decides about the person whose telephone was confirmed.
    @Test func theTelephoneStaysWhileADecisionWaitsAndOnceAccepted() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            try await server.confirmPhone(ann, accounts)
            // A code that was sent earlier is still pending when the documents are submitted.
            let other = "+44 20 7946 0000"
            #expect(try await server.sendCode(ann, to: other).status == 202)
            let code = try accounts.codes.last()
            #expect(try await server.addDocument(ann).status == 201)
            #expect(try await server.submit(ann).status == 200)
            func expectRefusal(_ expected: String) async throws {
                for answer in [try await server.sendCode(ann, to: other), try await server.confirm(ann, code: code)] {
                    #expect(answer.status == 409 && answer.json["code"]?.string == expected, "\(answer.text)")
                }
                #expect(accounts.codes.messages.count == 2)
                #expect(try await server.verification(of: ann)["phone_last_four"]?.string == "5431")
            }
            try await expectRefusal("verification-waits")
            #expect(try await server.decide("more-needed", ann, by: keeper).status == 200)
            #expect(try await server.confirm(ann, code: code).json["phone_last_four"]?.string == "0000")
            #expect(try await server.submit(ann).status == 200)
            #expect(try await server.decide("accepted", ann, by: keeper).status == 200)
            for answer in [try await server.sendCode(ann), try await server.confirm(ann, code: code)] {
                #expect(answer.status == 409 && answer.json["code"]?.string == "already-verified", "\(answer.text)")
            }
            #expect(try await server.verification(of: ann)["phone_last_four"]?.string == "0000")
        }
    }

    // MARK: Documents

    @Test func bothSidesOfACardAreNeededAndAPhotoIsReplaced() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            try await server.confirmPhone(ann, accounts)
            #expect(try await server.addDocument(ann, "identity-card", "front").status == 201)
            let first = try #require(try await server.verification(of: ann)["documents"]?.array?.first?["id"]?.string)
            #expect(try await server.submit(ann).json["code"]?.string == "side-missing")
            #expect(try await server.addDocument(ann, "identity-card", "front").status == 201)
            let documents = try #require(try await server.verification(of: ann)["documents"]?.array)
            #expect(documents.count == 2 && documents.first?["deleted_at"]?.string != nil && documents.last?["deleted_at"] == .null)
            #expect(try await server.database.readIdentity { try $0.content(ofDocument: first) } == nil)
            #expect(try await server.addDocument(ann, "identity-card", "back").status == 201)
            #expect(try await server.submit(ann).status == 200)
        }
    }

    @Test func thereAreAtMostSixPhotosAndOnlyPictures() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            try await server.confirmPhone(ann, accounts)
            #expect(try await server.addDocument(ann, photo: "GIF89a").json["code"]?.string == "not-a-picture")
            #expect(try await server.addDocument(ann, "library-card").status == 422)
            let back = try await server.addDocument(ann, "passport", "back")
            #expect(back.status == 422 && back.json["code"]?.string == "side-not-needed", "\(back.text)")
            for (kind, sides) in [
                ("passport", ["front"]), ("identity-card", ["front", "back"]), ("driving-licence", ["front", "back"]),
                ("residence-permit", ["front"]),
            ] {
                for side in sides { #expect(try await server.addDocument(ann, kind, side).status == 201) }
            }
            #expect(
                try await server.addDocument(ann, "residence-permit", "back").json["code"]?.string == "too-many-documents")
            #expect(try await server.addDocument(ann).status == 201, "one in place of another")
        }
    }

    @Test func aRefusedPersonTriesAgainAndMoreCanBeAskedFor() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            let first = try await server.submitPassport(ann, accounts)
            #expect(try await server.decide("refused", ann, by: keeper).status == 200)
            var state = try await server.verification(of: ann)
            #expect(state["state"]?.string == "refused" && state["level"]?.string == "basic")
            #expect(state["reason"]?.string == "Legible: refused")
            #expect(try await server.submit(ann).json["code"]?.string == "no-documents", "the old photos do not count")
            #expect(try await server.addDocument(ann, "identity-card").status == 201)
            #expect(try await server.addDocument(ann, "identity-card", "back").status == 201)
            #expect(try await server.submit(ann).status == 200)
            let shown = try await server.get("/v1/operator/verifications/\(ann.id)", headers: keeper.headers)
            #expect(shown.json["documents"]?.array?.count == 2 && !shown.text.contains(first))
            #expect(try await server.decide("more-needed", ann, by: keeper).status == 200)
            state = try await server.verification(of: ann)
            #expect(state["state"]?.string == "more-needed")
            #expect(try await server.addDocument(ann, "passport").status == 201)
            #expect(try await server.submit(ann).status == 200)
            #expect(try await server.decide("accepted", ann, by: keeper).json["documents"]?.array?.count == 3)
        }
    }

    @Test func aPhotoIsRemovedUntilItIsSubmittedAndByItsOwnerAlone() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            try await server.confirmPhone(ann, accounts)
            try await server.confirmPhone(eve, accounts, "+44 20 7946 0000")
            let photo = try #require(try await server.addDocument(ann).json["id"]?.string)
            for other in [eve, keeper] {
                let refused = try await server.removeDocument(other, photo)
                #expect(refused.status == 404 && refused.json["code"]?.string == "no-document", "\(refused.text)")
            }
            #expect(try await server.database.readIdentity { try $0.content(ofDocument: photo) } != nil)
            #expect(try await server.removeDocument(ann, photo).status == 204)
            #expect(try await server.database.readIdentity { try $0.content(ofDocument: photo) } == nil)
            #expect(try await server.verification(of: ann)["documents"]?.array?.first?["deleted_at"]?.string != nil)
            let again = try await server.removeDocument(ann, photo)
            #expect(again.status == 404 && again.json["code"]?.string == "no-document", "\(again.text)")
            #expect(try await server.submit(ann).json["code"]?.string == "no-documents")

            let second = try #require(try await server.addDocument(ann).json["id"]?.string)
            #expect(try await server.submit(ann).status == 200)
            #expect(try await server.removeDocument(ann, second).json["code"]?.string == "verification-waits")
            #expect(try await server.decide("refused", ann, by: keeper).status == 200)
            #expect(try await server.removeDocument(ann, second).json["code"]?.string == "no-document", "it was decided about")
        }
    }

    // MARK: Who may what

    @Test func operatorsDecideAndNobodyTheirOwn() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            let document = try await server.submitPassport(ann, accounts)
            #expect(try await server.decide("accepted", ann, by: eve).status == 403)
            #expect(try await server.decide("accepted", ann, by: ann).status == 403)
            for path in ["", "/\(ann.id)", "/\(ann.id)/documents/\(document)"] {
                #expect(try await server.get("/v1/operator/verifications" + path, headers: eve.headers).status == 403, "\(path)")
            }
            #expect(try await server.get("/v1/operator/verifications/\(eve.id)", headers: keeper.headers).status == 404)
            #expect(
                try await server.get("/v1/operator/verifications/\(eve.id)/documents/\(document)", headers: keeper.headers).status
                    == 404, "another's document")
            #expect(try await server.verification(of: ann)["looks"]?.array?.isEmpty == true)
            #expect(try await server.verification(of: eve)["documents"]?.array?.isEmpty == true)
            server.clock.advance(by: 1)
            _ = try await server.submitPassport(keeper, accounts, "+44 20 7946 0000")
            let own = try await server.decide("accepted", keeper, by: keeper)
            #expect(own.status == 403 && own.json["code"]?.string == "own-verification")
            #expect(try await server.verification(of: keeper)["level"]?.string == "basic")
            let list = try await server.get("/v1/operator/verifications", headers: keeper.headers)
            #expect(
                list.json["data"]?.array?.compactMap { $0["account"]?.string } == [ann.id, keeper.id], "the longest waiting first")
            #expect(!list.text.contains("balance") && !list.text.contains("+39"))
        }
    }

    /// Photos are for the decision: before it, any operator can see them, and afterwards only the one who decided.
    @Test func afterADecisionOnlyWhoeverDecidedSeesThePhotos() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            let other = try await server.makeOperator("op2@example.com", accounts).person
            let first = try await server.submitPassport(ann, accounts)
            func expectLooks(
                _ document: String, keeper keeperStatus: Int, other otherStatus: Int, line: Int = #line
            ) async throws {
                for (looker, status) in [(keeper, keeperStatus), (other, otherStatus)] {
                    let answer = try await server.get(
                        "/v1/operator/verifications/\(ann.id)/documents/\(document)", headers: looker.headers)
                    #expect(answer.status == status, "line \(line): \(answer.text)")
                    if status == 404 { #expect(answer.json["code"]?.string == "no-document") }
                }
            }
            try await expectLooks(first, keeper: 200, other: 200)
            #expect(try await server.decide("more-needed", ann, by: keeper).status == 200)
            try await expectLooks(first, keeper: 200, other: 404)
            server.clock.advance(by: 1)
            let second = try #require(try await server.addDocument(ann, "driving-licence").json["id"]?.string)
            try await expectLooks(second, keeper: 404, other: 404)
            #expect(try await server.submit(ann).status == 200)
            try await expectLooks(second, keeper: 200, other: 200)
            #expect(try await server.decide("accepted", ann, by: other).status == 200)
            for document in [first, second] { try await expectLooks(document, keeper: 404, other: 200) }
            #expect(try await server.verification(of: ann)["looks"]?.array?.count == 7, "one for each photo that was shown")
        }
    }

    @Test func withoutAccountsNobodyIsVerified() async throws {
        try await ServerUnderTest.run { server async throws in
            let state = try await server.get("/v1/trading/verification").json
            #expect(state["needed"] == .boolean(false) && state["level"]?.string == "full")
            #expect(
                try await server.post("/v1/trading/verification/phone", json: #"{"phone":"+39 333 123 4567"}"#).json["code"]?.string
                    == "verification-not-needed")
        }
    }

    // MARK: At rest

    @Test func photoNumberAndCodeAreNotInTheFile() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            let document = try await server.submitPassport(ann, accounts)
            _ = try await server.sendCode(eve, to: "+44 20 7946 0123")
            let code = try accounts.codes.last()
            let stored = try #require(try await server.database.readIdentity { try $0.content(ofDocument: document) })
            #expect(stored.first == "k" && stored.contains(":"))
            for name in try Files.names(in: server.folder) where name.hasPrefix("closecast.db") {
                let bytes = try Files.read("\(server.folder)/\(name)")
                for mark in [ServerUnderTest.photoMark, "3338765431", "333 876 5431", "2079460123", "79460123"] {
                    #expect(!Self.has(Array(mark.utf8), in: bytes), "\(mark) is in \(name)")
                }
            }
            // The code could occur in the file by chance, among so many digits, but not in its row.
            let kept = try await server.database.readIdentity { [id = eve.id] records -> Verification? in
                guard let contact = try records.contact(ofPerson: id) else { return nil }
                return try records.verification(of: contact.owner)
            }
            let row = try #require(kept)
            #expect(row.code?.stored.first == "k" && row.code?.stored.contains(code) == false)
        }
    }

    private static func has(_ mark: [UInt8], in bytes: [UInt8]) -> Bool { Data(bytes).range(of: Data(mark)) != nil }

    @Test func photosAreDeletedByAgeAndThatThereWasOneStays() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            let carl = try await server.person("carl@example.com", accounts, name: "Carl")
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            let document = try await server.submitPassport(ann, accounts)
            _ = try await server.submitPassport(eve, accounts, "+44 20 7946 0000")
            // Never submitted.
            try await server.confirmPhone(carl, accounts, "+44 20 7946 0001")
            #expect(try await server.addDocument(carl).status == 201)
            #expect(try await server.decide("accepted", ann, by: keeper).status == 200)
            let (verifications, queue) = (server.parts.identity.verifications, server.parts.identity.queue)
            server.clock.advance(by: 30 * 86_400 - 1)
            #expect(try await server.parts.trading.work.run() == 0)
            #expect(try await queue.waiting().count == 1)
            server.clock.advance(by: 1)
            #expect(try await server.parts.trading.work.run() == 3)
            let counts = { (person: ServerUnderTest.SignedInPerson) async throws -> (all: Int, kept: Int) in
                let owner = try await server.database.readIdentity { try $0.contact(ofPerson: person.id)!.owner }
                let documents = try await verifications.status(of: owner).documents
                return (documents.count, documents.count { $0.deletedAt == nil })
            }
            #expect(try await counts(ann) == (1, 0))
            #expect(try await counts(carl) == (1, 0))
            #expect(try await counts(eve) == (1, 0), "nobody decided in time")
            #expect(try await server.database.readIdentity { try $0.content(ofDocument: document) } == nil)
            await #expect(throws: VerificationError.documentDeleted(document)) {
                try await queue.photo(document, of: ann.id, for: keeper.id, .commandLine)
            }
            #expect(try await server.parts.trading.work.run() == 0)
            #expect(try await server.verification(of: try await server.signIn("ann@example.com"))["state"]?.string == "accepted")

            // The waiting person is notified, and submits again.
            let late = try await server.signIn("eve@example.com")
            let state = try await server.verification(of: late)
            #expect(state["state"]?.string == "more-needed" && state["reason"]?.string == Verification.Decision.tooOld)
            #expect(try await accounts.mails(to: "eve@example.com").count { $0.notice.kind == .identityDecided } == 1)
            #expect(accounts.events.count { $0.kind == .identityDecided && $0.person == eve.id && $0.actor == nil } == 1)
            #expect(try await queue.waiting().isEmpty)
            #expect(try await server.submit(late).json["code"]?.string == "no-documents")
            #expect(try await server.addDocument(late).status == 201)
            #expect(try await server.submit(late).status == 200)
            #expect(try await queue.waiting().count == 1)
        }
    }

    @Test func everythingGoesWithTheAccount() async throws {
        try await run { server, accounts in
            let ann = try await server.person("ann@example.com", accounts)
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            let document = try await server.submitPassport(ann, accounts)
            _ = try await server.get("/v1/operator/verifications/\(ann.id)/documents/\(document)", headers: keeper.headers)
            _ = try await server.post("/v1/trading/support", json: #"{"text":"hello"}"#, headers: ann.headers)
            _ = try await accounts.people.administration.delete("ann@example.com", .commandLine)
            #expect(try await server.database.readIdentity { try $0.content(ofDocument: document) } == nil)
            #expect(try await server.parts.identity.queue.waiting().isEmpty)
            let support = server.parts.support
            let threads = try await server.database.reading { try support.threads($0, Caller(owner: "local"), Nothing()) }
            #expect(threads.isEmpty)
        }
    }
}
