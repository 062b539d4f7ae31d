import Testing

/// Where SwiftPM starts the tests. Without this file it looks for tests of XCTest, of which there are none, in the compiler's index,
/// and making the index takes longer.
@main struct Tests {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
