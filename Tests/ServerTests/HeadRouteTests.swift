import HTTPTestSupport
import ServerWorld
import Testing

/// Answers of the routes to HEAD.
@Suite struct HeadRouteTests {
    @Test(arguments: ["/v1/jobs/nope", "/nothing", "/v1/assets?what=1", "/openapi.json", "/v2/health/ready"])
    func everyRouteAnswersHEADAsGETWithoutTheBody(path: String) async throws {
        try await ServerUnderTest.run { server async throws in
            let (head, get, last) = try await EdgeThread.run { [port = server.port] in
                let client = try EdgeClient(port: port)
                client.send(EdgeClient.request("HEAD", path) + EdgeClient.request("GET", path))
                client.send(EdgeClient.request("HEAD", path) + EdgeClient.request("GET", "/v2/health/live"))
                return (
                    try client.answer(isHead: true), try client.answer(), (try client.answer(isHead: true), try client.answer()).1
                )
            }
            #expect(head.status == get.status)
            #expect(head["content-type"] == get["content-type"])
            #expect(head["content-length"] == get["content-length"])
            #expect(last.status == 200)
        }
    }
}
