#if GRPC
    import ChildProcess
    import Foundation
    import InferenceGRPC
    import Logging
    import Platform
    import ServiceLifecycle
    import Testing
    import ServerWorld

    /// The public client, unchanged. It is installed from PyPI, so the test runs only if it is installed or requested:
    /// `CLOSECAST_TRITONCLIENT=1 scripts/test --release --filter TritonClient`.
    @Suite struct TritonClientTests {
        private static let root = (0..<3).reduce(#filePath) { path, _ in Files.folder(of: path) }
        private static let isWanted =
            ProcessState.environment("CLOSECAST_TRITONCLIENT") != nil
            || Files.isFile(root + "/.venv/open-inference/installed-from.sha256")

        @Test(.enabled(if: isWanted)) func answersEqualTheCommandLinesToTheBit() async throws {
            try await ServerUnderTest.run { server async throws in
                var settings = InferenceGRPCServer.Settings()
                settings.port = 0
                let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
                let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                let grpc = InferenceGRPCServer(
                    server.parts.openInference, settings, isReady: { true }, access: { _ in }, logger: silent,
                    onListening: { continuation.yield($0) })
                try await withThrowingTaskGroup(of: Void.self) { tasks in
                    tasks.addTask { try await grpc.run() }
                    var iterator = ports.makeAsyncIterator()
                    let port = try #require(await iterator.next())
                    let child = try ChildProcess(
                        "/usr/bin/env",
                        [
                            "python3", Self.root + "/scripts/interop/open_inference_client.py", "--url", "127.0.0.1:\(server.port)",
                            "--grpc",
                            "127.0.0.1:\(port)",
                        ], output: STDOUT_FILENO)
                    #expect(await Self.end(of: child) == .exited(0))
                    tasks.cancelAll()
                }
            }
        }

        /// Waits without holding a thread of the pool.
        private static func end(of child: consuming sending ChildProcess) async -> ChildProcess.End {
            await withCheckedContinuation { continuation in
                nonisolated(unsafe) let child = child  // handed over: only the thread has it
                Thread.detachNewThread { continuation.resume(returning: child.wait()) }
            }
        }
    }
#endif
