import Platform
import Secrets
import Testing

/// A list of leaked passwords in memory.
private struct ShortList: LeakedPasswordList {
    let passwords: Set<String>
    var isBroken = false

    func contains(_ password: String) throws(LeakedPasswordsError) -> Bool {
        guard !isBroken else { throw .file(FileError(path: "list", action: "read", code: 5)) }
        return passwords.contains(password.lowercased())
    }
}

@Suite struct PasswordPolicyTests {
    private let policy = PasswordPolicy(lists: [ShortList(passwords: ["correcthorsebatterystaple"])])

    private func fault(_ password: String, context: [String] = []) -> PasswordFault? {
        do throws(PasswordFault) {
            try policy.check(password, context: context)
            return nil
        } catch { return error }
    }

    /// Letters in no order.
    private func letters(_ count: Int) -> String {
        let alphabet = Array("mzqtbkwhdxr")
        return String((0..<count).map { (place: Int) -> Character in alphabet[(place * 7 + place / 11) % 11] })
    }

    @Test func lengthsCountCodePoints() {
        #expect(fault(letters(14)) == .tooShort(count: 14))
        #expect(fault(letters(15)) == nil)
        #expect(fault(letters(128)) == nil)
        #expect(fault(letters(129)) == .tooLong(count: 129))
        #expect(fault("") == .tooShort(count: 0))
    }

    /// A family is one character, and 7 code points.
    @Test func aFamilyCountsAsSeven() {
        let family = "👨‍👩‍👧‍👦"
        #expect(family.count == 1 && family.unicodeScalars.count == 7)
        #expect(fault(letters(7) + family) == .tooShort(count: 14))
        #expect(fault(letters(8) + family) == nil)
        #expect(fault(family + family + "я") == nil)
    }

    /// Either spelling of "й" counts as one code point.
    @Test func lengthsCountNFC() {
        for letter in ["\u{439}", "\u{438}\u{306}"] {
            #expect(fault("маок пнсту гед" + letter) == nil)
            #expect(fault("маок пнсту ге" + letter) == .tooShort(count: 14))
            #expect(fault(letters(127) + letter) == nil)
            #expect(fault(letters(128) + letter) == .tooLong(count: 129))
        }
    }

    @Test func bytesAreLimited() {
        // 4 bytes each: 128 are 512 bytes.
        let emoji = (0..<128).map { String(Unicode.Scalar(0x1F600 + UInt32($0 % 64))!) }.joined()
        #expect(emoji.utf8.count == 512 && fault(emoji) == nil)
        #expect(fault(emoji + "x") == .tooLong(count: 129))
        // U+FB2C is 3 bytes, and in NFC three code points of 6 bytes.
        let expanding = letters(100) + String(repeating: "\u{FB2C}", count: 10)
        #expect(fault(expanding) == .tooLong(count: 130))
        #expect(fault(String(repeating: "x", count: 10_000_000)) == .tooManyBytes, "at once")
        #expect(fault(String(repeating: "\u{1112}\u{1161}\u{11AB}", count: 20) + letters(10)) == nil, "180 bytes are 60")
    }

    @Test func allCharactersButNullAreTaken() {
        #expect(fault(letters(20) + "\0") == .containsNull)
        for text in [
            "    lead and trail    ", "tab\tand\nline\r\nbreaks", "\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7} controls",
            "\u{202E}\u{200B}\u{FEFF}𐍈 odd letters",
            "8305 9174 2638 8150", "!§/)=#~}*?&|°^<ß", "漢字仮名交文例示用長文章一二三四五六",
        ] { #expect(fault(text) == nil, "\(text.debugDescription)") }
    }

    @Test func atLeastFiveCharactersDiffer() {
        #expect(fault("abbaabcdabbaabcd") == .tooFewDifferent(count: 4))
        #expect(fault("xzxzxzxzxzxzxzxz") == .tooFewDifferent(count: 2))
        #expect(fault("xzpxzpxzpqxzpxzm") == nil)
    }

    @Test(arguments: [
        "qwertyuiopasdfg", "qwertyqwertyqwerty", "QWERTYuiopASDFGH", "poiuytrewqlkjhgf", "1234567890123456", "0987654321098765",
        "abcdefghijklmnop", "ponmlkjihgfedcba", "abcabcabcdefdefdef", "aaabbbcccdddeee", "asdfghjkl;'zxcvb", "1qaz2wsx3edc4rfv",
        "1q2w3e4r5t6y7u8i", "!@#$%^&*()_+)(*&", "qwerty-asdfgh-123", "abc def ghi jkl mno", "123.456.789.012.345",
        "йцукенгшщзфывапр",
        "абвгдежзийклмно", "qwertzuiopasdfgh", "azertyuiopqsdfgh", "111222333444555",
    ])
    func runsOfTheKeyboardAreRefused(password: String) { #expect(fault(password) == .keyboardRun, "\(password)") }

    @Test(arguments: [
        "qwertyuiop lamp horse", "abcdefghijklmnopx7", "defghi strong hills", "xkqwertyzm-asdfx9", "1234567890123 ab",
        "123 !?$§%&/()=#*+",
    ])
    func aRunWithOtherWordsIsNot(password: String) { #expect(fault(password) == nil, "\(password)") }

    @Test(arguments: [
        "closecast-bitcoin-2026", "CloseCast-BitCoin-2026", "bitcoin!ethereum!1", "btc-eth-sol-ada-usd-2026",
        "btcethsolada20262026",
        "mywalletforecast1", "Password1234!Password", "Dogecoin to the 1!",
    ])
    func wordsOfTheServiceCarryNoPassword(password: String) { #expect(fault(password) == .contextWords, "\(password)") }

    @Test func wordsOfThePersonAndTheHostCarryNoPassword() {
        let context = ["Anna-Maria Müller", "Max", "anna.mueller84", "forecasts.example.org"]
        for password in [
            "annamariamüller1", "Mueller.Anna.1984!!", "MAX-MÜLLER-1984-x", "example.org/2026", "annamaxanna 1984 xyz",
            "m\u{75}\u{308}ller maria 84",
        ] {
            #expect(fault(password, context: context) == .contextWords, "\(password)")
        }
        for password in ["anna likes green tea", "maximum of the minimum", "example horse lamp x"] {
            #expect(fault(password, context: context) == nil, "\(password)")
        }
        #expect(fault("annamariamüller1") == nil, "of somebody else")
    }

    /// Short names of coins are parts of many words, and passwords without letters are accepted.
    @Test(arguments: [
        "together canada solution", "adapted electronics", "2718281828459045", "x9$K#2!vL@7&p*Q4m", "bitcoin and a yellow hill",
    ])
    func otherPasswordsMayContainWhatTheyLike(password: String) { #expect(fault(password) == nil, "\(password)") }

    @Test func contextOfAnyKindIsTaken() {
        for context in [[""], [" "], ["a"], ["1234"], ["@"], ["a b c"]] {
            #expect(fault("a brown lamp on hill", context: context) == nil, "\(context)")
        }
    }

    @Test func leakedPasswordsAreRefused() {
        #expect(fault("correcthorsebatterystaple") == .leaked)
        #expect(fault("CorrectHorseBatteryStaple") == .leaked)
        #expect(fault("correcthorsebatterystaple2") == nil)
        let broken = PasswordPolicy(lists: [ShortList(passwords: [], isBroken: true)])
        #expect(throws: PasswordFault.uncheckable) { try broken.check("correcthorsebattery", context: []) }
    }

    @Test(arguments: [
        PasswordFault.tooShort(count: 3), .tooLong(count: 200), .tooManyBytes, .containsNull, .tooFewDifferent(count: 2),
        .keyboardRun,
        .contextWords, .leaked, .uncheckable,
    ])
    func faultsAreSentences(fault: PasswordFault) {
        #expect(fault.description.hasSuffix(".") && fault.description.first?.isUppercase == true)
    }
}
