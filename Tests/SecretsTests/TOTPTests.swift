import Market
import Secrets
import Testing

@Suite struct TOTPTests {
    /// The seed of RFC 6238.
    private let seed = Array("12345678901234567890".utf8)

    /// Appendix B, the column of SHA-1. Codes have 8 digits there; the last 6 of them are the code of 6 digits.
    @Test(arguments: [
        (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ])
    func codesAreThoseOfTheRFC(seconds: Int, code: String) {
        #expect(TOTP.code(seed: seed, step: TOTP.step(at: seconds)) == code.suffix(6))
        #expect(TOTP.step(matching: String(code.suffix(6)), seed: seed, at: seconds, after: nil) == seconds / 30)
    }

    /// The oracle: the steps of the two clocks differ by at most one.
    @Test(arguments: [-61, -31, -29, 0, 29, 31, 61]) func clocksMayDifferByOneStep(difference: Int) {
        var accepted = 0
        for now in 1_700_000_000..<1_700_000_030 {
            let code = TOTP.code(seed: seed, step: (now + difference) / 30)
            let expected = abs((now + difference) / 30 - now / 30) <= 1 ? (now + difference) / 30 : nil
            #expect(TOTP.step(matching: code, seed: seed, at: now, after: nil) == expected)
            accepted += expected == nil ? 0 : 1
        }
        #expect(accepted == [29: 30, 0: 30, 31: 29, 61: 0][abs(difference)])
    }

    @Test func noStepWorksTwice() {
        let now = 1_700_000_000
        let step = TOTP.step(at: now)
        let code = TOTP.code(seed: seed, step: step)
        #expect(TOTP.step(matching: code, seed: seed, at: now, after: nil) == step)
        #expect(TOTP.step(matching: code, seed: seed, at: now, after: step - 1) == step)
        #expect(TOTP.step(matching: code, seed: seed, at: now, after: step) == nil)
        let earlier = TOTP.code(seed: seed, step: step - 1)
        #expect(TOTP.step(matching: earlier, seed: seed, at: now, after: step) == nil, "nor an earlier one after it")
        #expect(TOTP.step(matching: TOTP.code(seed: seed, step: step + 1), seed: seed, at: now, after: step) == step + 1)
    }

    @Test(arguments: ["", "0", "00000", "0000000", "abcdef", "０５０４７１", "-50471", "050471\n"]) func otherTextsAreWrong(code: String)
    {
        #expect(TOTP.step(matching: code, seed: seed, at: 1_111_111_111, after: nil) == nil)
    }

    @Test func blanksInACodeAreIgnored() {
        #expect(TOTP.step(matching: " 050 471", seed: seed, at: 1_111_111_111, after: nil) != nil)
    }

    @Test func seedsAreRandom() {
        let seeds = (0..<100).map { _ in TOTP.newSeed() }
        #expect(Set(seeds).count == 100 && seeds.allSatisfy { $0.count == 20 })
    }

    @Test func timesBeforeTheEpochAreNoTrap() {
        let step = TOTP.step(at: -1)
        #expect(step == -1 && TOTP.step(matching: TOTP.code(seed: seed, step: step), seed: seed, at: 0, after: nil) != nil)
    }

    @Test func theAddressIsOneThatAppsRead() {
        let enrolment = TOTPEnrolment(seed: seed, issuer: "Closecast at home", account: "ann:é@example.org")
        #expect(
            enrolment.uri
                == "otpauth://totp/Closecast%20at%20home:ann%3A%C3%A9%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                + "&issuer=Closecast%20at%20home&algorithm=SHA1&digits=6&period=30")
        #expect(enrolment.typedSeed == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")
        #expect("\(enrolment)" == "enrolment of an authenticator app")
    }
}
