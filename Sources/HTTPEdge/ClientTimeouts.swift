/// How long a client may take, in seconds.
package struct ClientTimeouts: Sendable, Equatable {
    /// To agree on TLS.
    package var handshake = 10.0
    /// From the first byte of a request to the end of its headers.
    package var headers = 10.0
    /// Between two parts of a body; a body must also come in at ``bodyBytesPerSecond`` on the whole, after this time.
    package var body = 20.0
    /// To take some of an answer that fills the buffers.
    package var write = 30.0
    /// Between two requests of one connection.
    package var idle = 75.0
    package var bodyBytesPerSecond = 256.0
    /// Of a refused request's body that is read and thrown away; then the connection is closed.
    package var drainBytes = 1 << 20

    package init() {}

    /// Between two looks at the clock: a tenth of the shortest time, at most a second.
    var tickSeconds: Double { min(max([headers, body, write, idle].min()! / 10, 0.01), 1) }
}
