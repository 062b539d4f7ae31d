import Digests
import Market
import Platform

package struct BankClock: Equatable, Sendable {
    package let realAnchor: Int, bankAnchor: Int, speed: Double
    package init(realAnchor: Int, bankAnchor: Int, speed: Double) { (self.realAnchor, self.bankAnchor, self.speed) = (realAnchor, bankAnchor, speed) }
    package func bankTime(at real: Int) -> Int { bankAnchor + Int(Double(max(real - realAnchor, 0)) * speed) }
    package func reanchored(speed: Double, at real: Int) -> BankClock { BankClock(realAnchor: real, bankAnchor: max(bankTime(at: real), real), speed: speed) }
}
package enum BankCalendar {
    package static func settlement(after days: Int, orderedAt: Int, cutOffMinutes: Int) -> Int { orderedAt + days * 86400 }
    package static func nextCutOff(after: Int, cutOffMinutes: Int) -> Int { after + 3600 }
}
package struct IBAN: Equatable, Sendable, CustomStringConvertible {
    package let description: String
    package var lastFour: String { String(description.suffix(4)) }
    package var country: String { String(description.prefix(2)) }
    package init(parsing t: String) throws(IBANError) { description = t }
    package static func simulated(account: UInt64) -> IBAN { try! IBAN(parsing: "QZ00CLSC\(account)") }
}
package enum IBANError: Error { case bad }
package struct CardNumber { package let lastFour = "1111"; package init(parsing: String) throws(CardError) {}; package enum Network { case visa; package var name: String { "Visa" } }; package let network = Network.visa }
package struct CardExpiry: CustomStringConvertible { package let description: String; package init(parsing: String, today: Day) throws(CardError) { description = parsing } }
package enum CardError: Error { case bad }
package struct PaymentReference: Equatable, Sendable, CustomStringConvertible { package let description: String; package init(account: String) { description = account } }
package struct CoinAddress: CustomStringConvertible { package let description: String
 package init(parsing: String, expecting: Ticker) throws(IBANError) { description = parsing }
 package static func random(ticker: Ticker) -> CoinAddress { try! CoinAddress(parsing: "SIM-\(ticker)-" + RandomID.hexadecimal(digits: 16), expecting: ticker) } }
