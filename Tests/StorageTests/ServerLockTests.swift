import ChildProcess
import Foundation
import Glibc
import Market
import Storage
import Testing

@Suite struct ServerLockTests {
    private let folder = NSTemporaryDirectory() + "closecast-lock-\(UUID().uuidString)"

    @Test func aSecondServersErrorNamesTheFileAndTheProcess() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/data/closecast.db"
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

    @Test func aLinkToTheFileIsTheFile() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let database = try Store(folder + "/closecast.db")
        defer { try? database.close() }
        try FileManager.default.createSymbolicLink(atPath: folder + "/link.db", withDestinationPath: folder + "/closecast.db")
        let lock = try ServerLock(database: folder + "/closecast.db")
        defer { lock.release() }
        #expect(throws: ServerLockError.self) { try ServerLock(database: folder + "/link.db") }
    }

    @Test func theDatabaseRemainsAvailableToOthers() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/closecast.db"
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
