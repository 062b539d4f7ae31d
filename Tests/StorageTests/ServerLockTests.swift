import ChildProcess
import Foundation
import Glibc
import Market
import Scratch
import Storage
import Testing

@Suite struct ServerLockTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func aSecondServersErrorNamesTheFileAndTheProcess() throws {
        let path = scratch("data/closecast.db")
        let first = try ServerLock(database: path)
        let error = #expect(throws: ServerLockError.self) { try ServerLock(database: path) }
        guard case .isServed(let served, let process) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(served.hasSuffix("/data/closecast.db") && process == Int(getpid()))
        #expect(error?.description.contains("process \(getpid())") == true)
        first.release()
        try ServerLock(database: path).release()
    }

    @Test func theAddressIsThatOfARunningServer() throws {
        let database = try Store(scratch("closecast.db"))
        defer { try? database.close() }
        let path = scratch("closecast.db")
        #expect(ServerLock.address(ofServerOn: path) == nil)
        let lock = try ServerLock(database: path, address: "http://127.0.0.1:9000")
        #expect(ServerLock.address(ofServerOn: path) == "http://127.0.0.1:9000")
        lock.release()
        #expect(ServerLock.address(ofServerOn: path) == nil)
    }

    @Test func aLinkToTheFileIsTheFile() throws {
        let database = try Store(scratch("closecast.db"))
        defer { try? database.close() }
        try FileManager.default.createSymbolicLink(atPath: scratch("link.db"), withDestinationPath: scratch("closecast.db"))
        let lock = try ServerLock(database: scratch("closecast.db"))
        defer { lock.release() }
        #expect(throws: ServerLockError.self) { try ServerLock(database: scratch("link.db")) }
    }

    @Test func theDatabaseRemainsAvailableToOthers() async throws {
        let path = scratch("closecast.db")
        let lock = try ServerLock(database: path)
        defer { lock.release() }
        let served = try Store(path)
        defer { try? served.close() }
        // From another process: a lock of this process would not block itself.
        #expect(try ChildProcess(crashProgram, ["save", path]).wait() == .exited(0))
        #expect(try await served.assets().contains { $0.id == AssetID("new") })
    }

    @Test func aFolderThatCannotBeMadeIsNamed() throws {
        let error = #expect(throws: ServerLockError.self) { try ServerLock(database: "/proc/none/closecast.db") }
        guard case .cannotLock(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.path.hasPrefix("/proc/none"))
    }
}
