import Access
import ArgumentParser
import Forecasting
import Forecasts
import Glibc
import Keyrings
import Ledger
import Market
import MarketData
import MarketFeeds
import PaperTrading
import People
import Platform
import Portfolio
import Storage

/// An error for the person at the terminal: a sentence and an exit status from `sysexits.h`.
struct Failure: Error {
    enum Status: Int32 {
        case someSeriesFailed = 1
        /// Not a failure: a script can tell it from the others.
        case alertFired = 10
        case usage = 64
        case data = 65
        case noInput = 66
        case unavailable = 69
        case cannotCreate = 73
        /// Reading or writing failed during the work.
        case ioFailure = 74
        case tryAgain = 75
    }

    let message: String
    let status: Status

    init(_ message: String, _ status: Status) {
        self.message = message
        self.status = status
    }

    init(_ error: FileError) {
        self.init(error.description, error.action == "read" || error.action == "list" ? .noInput : .cannotCreate)
    }

    init(_ error: ModelError) {
        if case .unreadable = error { self.init(error.description, .noInput) } else { self.init(error.description, .data) }
    }
}

/// Runs a command's body. A failure is printed on standard error and becomes the exit status.
func reportingFailures(_ body: () throws(Failure) -> Void) throws {
    do throws(Failure) {
        try body()
    } catch {
        Console.error(error.message)
        throw ExitCode(error.status.rawValue)
    }
}

/// Runs an asynchronous command body; reports failures in the same way.
func reportingFailures(_ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch let status as ExitCode {
        throw status  // already reported
    } catch {
        let failure = Failure(error)
        Console.error(failure.message)
        throw ExitCode(failure.status.rawValue)
    }
}

extension Failure {
    /// Turns any error of our modules into a message for the terminal.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as FileError: self.init(error)
        case let error as ModelError: self.init(error)
        case let error as StorageError: self.init(error.description, Self.status(error))
        case let error as ServerLockError: self.init(error.description, .tryAgain)
        case let error as FeedError: self.init(error.description, .unavailable)
        case let error as PortfolioError: self.init(error.description, Self.status(error))
        case AssetError.unknown, AssetError.notStored, StoredClosesError.noCloses, WalletInputError.nothingToForecast:
            self.init("\(error)", .noInput)
        case LedgerError.badAmount(_, let name, let amount):
            // The error's transaction key was made by the command itself and would mean nothing to the user.
            let expected = name == "fee" || name == "value" ? "zero or more" : "more than zero"
            self.init("the \(name) is \(amount); expected \(expected)", .data)
        case let error as LedgerError:
            // Likewise, drop the key, which the message starts with.
            let text = error.description
            let end = text.hasPrefix("transaction \"") ? text.firstRange(of: "\": ")?.upperBound : nil
            self.init(end.map { String(text[$0...]) } ?? text, .data)
        case let error as PeopleError: self.init(Self.text(error), Self.status(error))
        case let error as any Refusable: self.init(error.refusal)
        case let refusal as Refusal: self.init(refusal)
        case let error as KeyringError: self.init(error.description, Self.status(error))
        case PaperMatchesError.unknown(let id): self.init("no paper match has the id \(id); see closecast paper list", .noInput)
        case AccessError.noSuchToken(let id): self.init(AccessError.noSuchToken(id: id).description, .noInput)
        case let error as any CustomStringConvertible: self.init(error.description, .data)
        default: self.init("\(error)", .data)
        }
    }

    private init(_ refusal: Refusal) {
        let status: Status =
            switch refusal.kind {
            case .missing: .noInput
            case .tooMuch: .tryAgain
            case .forbidden, .conflict, .invalid: .data
            }
        self.init(refusal.detail, status)
    }

    private static func status(_ error: StorageError) -> Status {
        switch error {
        case .locked: .tryAgain
        case .diskFull, .readOnly, .ioFailure, .cannotOpen: .cannotCreate
        default: .data
        }
    }

    private static func status(_ error: PortfolioError) -> Status {
        switch error {
        case .changedMeanwhile: .tryAgain
        case .noSuchWallet, .noDeletedWallet, .noSuchTransaction, .noSuchInvestment: .noInput
        default: .data
        }
    }

    private static func status(_ error: PeopleError) -> Status {
        switch error {
        case .noSuchAccount, .noSuchInvitation, .unknownOwner: .noInput
        default: .data
        }
    }

    /// Returns an error of accounts with the command that helps here.
    private static func text(_ error: PeopleError) -> String {
        switch error {
        case .noSuchAccount: "\(error); see closecast account list"
        case .noSuchInvitation: "\(error); see closecast account invitations"
        case .lastOperator: "this is the only operator; make another one first: closecast account create ADDRESS --operator"
        default: error.description
        }
    }

    private static func status(_ error: KeyringError) -> Status {
        switch error {
        case .missing: .noInput
        case .file(let error): Failure(error).status
        default: .data
        }
    }
}

extension Files {
    /// Calls ``read(_:)`` and turns its error into a ``Failure``.
    static func readOrFail(_ path: String, hint: String = "") throws(Failure) -> [UInt8] {
        do throws(FileError) {
            return try read(path)
        } catch {
            throw Failure(error.description + hint, .noInput)
        }
    }
}
