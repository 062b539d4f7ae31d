import HTTPTypes

/// Problems reported by the connection before the router sees a request.
enum ConnectionProblems {
    static func timeout(_ what: String) -> Problem { Problem(.requestTimeout, "request-timeout", what) }

    static let malformed = Problem(.badRequest, "malformed-request", "not a valid HTTP request")

    static let headersTooLarge = Problem(
        .requestHeaderFieldsTooLarge, "headers-too-large", "the request line or the headers are larger than accepted")

    static let stopping = Problem(
        .serviceUnavailable, "stopping",
        "the server is shutting down and did not finish this request; send it again later, a write with the same Idempotency-Key",
        retryAfterSeconds: 5)
}
