import Settings

/// A server without a store.
struct StatelessSettings: SettingValues {
    /// Whether the server stores nothing.
    var isOn = false
    /// A file with the accepted tokens; nil for none.
    var tokens: String?
    /// Whether every client that reaches the port is served.
    var isWithoutTokens = false

    static let all: [Setting<StatelessSettings>] = [
        .flag(
            "stateless", \.isOn,
            "serve only /v2, POST /v1/forecasts and gRPC: no database, accounts or pages, and no file is written"),
        .path(
            "tokens", \.tokens,
            "with stateless: file with the accepted tokens, a line each, closecast_ and 64 hexadecimal digits; read again at SIGHUP"
        ),
        .flag(
            "without-tokens", \.isWithoutTokens,
            "with stateless: accept all requests to the port, without a token and without TLS; for a network that only your own "
                + "programs reach"),
    ]
}
