import ArgumentParser
import Glibc
import Platform

/// Replaces this process by `closecast-server`, the program next to it, so that the command line builds without the server's
/// dependencies.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the HTTP and gRPC server.",
        discussion: """
            EXAMPLES
              closecast serve                                 on http://127.0.0.1:8080
              closecast serve --sample                        with the simulated markets
              closecast serve --port 9000 --database FILE
              closecast serve --help                          all options

            The options are those of closecast-server, which this becomes.
            """)

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("The server's options.", valueName: "options"))
    var options: [String] = []

    func run() async throws {
        try reportingFailures { () throws(Failure) in try ServerExecutable.become(options) }
    }
}

/// The program of the server, next to this one.
enum ServerExecutable {
    /// Replaces this process by it.
    static func become(_ options: [String]) throws(Failure) -> Never {
        let path = try path()
        let arguments = [path] + options
        var pointers = arguments.map { strdup($0) } + [nil]
        execv(path, &pointers)
        throw Failure("cannot start \(path): \(String(cString: strerror(errno)))", .noInput)
    }

    private static func path() throws(Failure) -> String {
        let folder = ProcessState.executablePath.map(Files.folder) ?? "."
        let path = folder + "/closecast-server"
        guard Files.isFile(path) else {
            throw Failure(
                "the server is not installed: there is no \(path)\ninstall the package closecast-server; in a clone: scripts/build closecast-server",
                .noInput)
        }
        return path
    }
}
