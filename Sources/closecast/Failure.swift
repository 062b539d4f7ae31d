import ArgumentParser
import Forecasting
import Glibc
import Market
import Platform

/// An error for the person at the terminal: a sentence and an exit status from `sysexits.h`.
struct Failure: Error {
    enum Status: Int32 {
        case someSeriesFailed = 1
        case usage = 64
        case data = 65
        case noInput = 66
        case cannotCreate = 73
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

/// Runs a command's body; a failure is told on standard error and becomes the exit status.
func reportingFailures(_ body: () throws(Failure) -> Void) throws {
    do throws(Failure) {
        try body()
    } catch {
        Console.error(error.message)
        throw ExitCode(error.status.rawValue)
    }
}

extension Files {
    /// ``read(_:)`` for a command.
    static func readOrFail(_ path: String, hint: String = "") throws(Failure) -> [UInt8] {
        do throws(FileError) {
            return try read(path)
        } catch {
            throw Failure(error.description + hint, .noInput)
        }
    }
}
