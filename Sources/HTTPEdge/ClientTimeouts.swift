/// How long a client may take for each step, in seconds.
package struct ClientTimeouts: Sendable, Equatable {
    /// The TLS handshake.
    package var handshake = 10.0
    /// From the first byte of a request to the end of its headers.
    package var headers = 10.0
    /// Between two parts of a body. After this time a body must also arrive at ``bodyBytesPerSecond`` on average.
    package var body = 20.0
    /// Until the client takes more of a response that fills the buffers.
    package var write = 30.0
    /// Between two requests of one connection.
    package var idle = 75.0
    package var bodyBytesPerSecond = 256.0
    /// Bytes of a refused request's body that are read and discarded before the connection is closed.
    package var drainBytes = 1 << 20

    package init() {}

    /// Between two checks of the clock: a tenth of the shortest timeout, at most a second.
    var tickSeconds: Double { min(max([headers, body, write, idle].min()! / 10, 0.01), 1) }
}
