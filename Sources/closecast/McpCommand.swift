import ArgumentParser

/// Becomes `closecast-server` with an assistant on standard input and output, so that assistants call the same operations everywhere.
struct McpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Let an assistant use the database, over the Model Context Protocol.",
        discussion: """
            EXAMPLES
              claude mcp add closecast -- closecast mcp       register it with an assistant
              closecast mcp --write                           with tools that record
              closecast mcp --database FILE

            The assistant's program starts this command and speaks over standard input and
            output. Without --write it only reads and computes.
            """)

    @Flag(help: "Also offer tools that record transactions and add alerts.")
    var write = false

    @Option(
        help: ArgumentHelp("The folder with the models (default: $CLOSECAST_MODELS, else the nearest).", valueName: "folder"),
        completion: .directory)
    var models: String?

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try reportingFailures { () throws(Failure) in
            let path = try store.existingPath()
            try ServerExecutable.become(
                ["--assistant", write ? "write" : "read", "--database", path, "--log-level", "warning"]
                    + (models.map { ["--models", $0] } ?? []))
        }
    }
}
