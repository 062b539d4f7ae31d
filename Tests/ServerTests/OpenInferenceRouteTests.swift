import Foundation
import FoundationNetworking
import Inference
import JSONText
import LSTMEngine
import ServerWorld
import Services
import Testing

@Suite(.serialized) struct OpenInferenceRouteTests {
    private static let path = "/v2/models/daily-close"

    private func infer(_ server: ServerUnderTest, _ body: InferenceBody, path: String = path) async throws -> ServerUnderTest.Answer
    {
        var request = URLRequest(url: URL(string: "http://127.0.0.1:\(server.port)\(path)/infer")!)
        request.httpMethod = "POST"
        request.httpBody = Data(body.all)
        request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        if let length = body.headerLength {
            request.setValue("\(length)", forHTTPHeaderField: "Inference-Header-Content-Length")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        let http = response as! HTTPURLResponse
        let headers = http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return .init(status: http.statusCode, headers: Dictionary(headers) { first, _ in first }, body: [UInt8](data))
    }

    private func expected(_ server: ServerUnderTest, _ series: [[Float]], steps: Int = 96) throws -> [Float] {
        let network = try server.parts.models.catalogue.model("daily-close").network!
        var workspace = network.makeWorkspace()
        return try network.forecast(series, steps: steps, using: &workspace).flatMap { $0 }
    }

    // MARK: Answers

    @Test func theServerAndItsModelsAreDescribed() async throws {
        try await ServerUnderTest.run { server async throws in
            let metadata = try await server.get("/v2").json
            #expect(metadata["name"]?.string == "closecast")
            #expect(metadata["extensions"]?.array?.contains(.string("binary_tensor_data")) == true)
            #expect(try await server.get("/v2/health/live").json["live"] == .boolean(true))
            for path in [Self.path, Self.path + "/versions/1"] {
                let model = try await server.get(path).json
                #expect(model["name"]?.string == "daily-close")
                #expect(model["versions"]?.array == [.string("1")])
                #expect(model["inputs"]?.array?.first?["shape"]?.array == [.number(-1), .number(-1), .number(1)])
                #expect(model["outputs"]?.array?.first?["shape"]?.array == [.number(-1), .number(-1)])
                let ready = try await server.get(path + "/ready")
                #expect(ready.status == 200)
                #expect(ready.json["ready"] == .boolean(true))
            }
            let index = try await server.send("POST", "/v2/repository/index")
            let names = index.json.array?.compactMap { $0["name"]?.string }
            #expect(names == ["daily-average", "daily-close", "daily-close-t"], "\(index.text)")
            #expect(try await server.post("/v2/repository/index", json: #"{"ready":true}"#).json.array?.count == 3)
            let networkless = try await server.get("/v2/models/daily-volatility")
            #expect(networkless.status == 404 && networkless.json["code"]?.string == "has-no-network")
            #expect(try await server.get("/v2/models/daily-volatility/ready").status == 404)
        }
    }

    @Test func jsonAndBytesGiveWhatTheNetworkGives() async throws {
        try await ServerUnderTest.run { server async throws in
            let values: [Float] = [0.5, -0.25, 1, 0.1, 0, -3]
            let expected = try expected(server, [Array(values[..<3]), Array(values[3...])])
            let input = #"{"name":"input","datatype":"FP32","shape":[2,3,1]"#
            let json = InferenceBody(json: #"{"id":"x","inputs":[\#(input),"data":[0.5,-0.25,1,0.1,0,-3]}]}"#)
            let binary = InferenceBody.binary(#"{"inputs":[\#(input),"parameters":{"binary_data_size":24}}]}"#, values)
            for body in [json, binary] {
                let answer = try await infer(server, body)
                #expect(answer.status == 200, "\(answer.text)")
                #expect(answer.header("Content-Type") == "application/json")
                let output = try #require(answer.json["outputs"]?.array?.first)
                #expect(output["shape"]?.array == [.number(2), .number(96)])
                #expect(output["data"]?.array?.compactMap { $0.number.map { Float($0) } } == expected)
            }
            #expect(try await infer(server, json).json["id"]?.string == "x")
        }
    }

    @Test func theOutputIsBinaryOnRequest() async throws {
        try await ServerUnderTest.run { server async throws in
            let expected = try expected(server, [[0.5, -0.25]], steps: 4)
            let body = InferenceBody.binary(
                #"{"inputs":[{"name":"input","datatype":"FP32","shape":[1,2,1],"parameters":{"binary_data_size":8}}],"#
                    + #""parameters":{"binary_data_output":true,"steps":4}}"#, [0.5, -0.25])
            let answer = try await infer(server, body, path: Self.path + "/versions/1")
            #expect(answer.header("Content-Type") == "application/octet-stream")
            let length = try #require(answer.header("Inference-Header-Content-Length").flatMap { Int($0) })
            #expect(try JSONValue(parsing: Array(answer.body[..<length]))["model_version"]?.string == "1")
            #expect(Array(answer.body[length...]) == expected.flatMap { InferenceBody.bytes(of: $0) })
        }
    }

    // MARK: Refusals

    @Test(arguments: [
        ("/v2/models/x", #"{"inputs":[]}"#, 404, "unknown-model", "model"),
        ("/v2/models/daily-close/versions/9", #"{"inputs":[]}"#, 404, "unknown-version", "version"),
        ("/v2/models/daily-close", #"{"inputs":[]}"#, 400, "input-count", "/inputs"),
        ("/v2/models/daily-close", "[", 400, "malformed-json", "body"),
        (
            "/v2/models/daily-close-t",
            #"{"inputs":[{"name":"input","datatype":"FP32","shape":[1,1,1],"data":[1]}],"parameters":{"steps":2}}"#, 400,
            "bad-parameter", "/parameters/steps"
        ),
    ])
    func aRefusalIsAProblemWithTheErrorThatClientsShow(path: String, json: String, status: Int, code: String, field: String)
        async throws
    {
        try await ServerUnderTest.run { server async throws in
            let answer = try await infer(server, InferenceBody(json: json), path: path)
            #expect(answer.status == status, "\(answer.text)")
            #expect(answer.header("Content-Type") == "application/problem+json")
            #expect(answer.json["code"]?.string == code)
            #expect(answer.json["field"]?.string == field)
            #expect(answer.json["error"] == answer.json["detail"])
        }
    }

    @Test func aBadHeaderLengthIsRefused() async throws {
        try await ServerUnderTest.run { server async throws in
            for length in ["x", "-1", "99999999999999999999", "400"] {
                let answer = try await server.send(
                    "POST", Self.path + "/infer", body: #"{"inputs":[]}"#, headers: ["Inference-Header-Content-Length": length])
                // A length beyond the body is a fault of the message, not of the value.
                #expect(answer.status == (length == "400" ? 400 : 422), "\(length): \(answer.text)")
                #expect(answer.json["field"]?.string == "Inference-Header-Content-Length", "\(answer.text)")
                #expect(answer.json["error"]?.string != nil)
            }
        }
    }

    @Test func everyProblemBelowV2HasTheClientsError() async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            #expect(try await server.get("/v2").json["error"]?.string?.contains("token") == true)
            #expect(try await server.get("/v2/health/live").status == 200)
            #expect(try await server.get("/v2/health/ready").status == 200)
        }
        try await ServerUnderTest.run { server async throws in
            #expect(try await server.get("/v2/x").json["error"]?.string != nil)
            #expect(try await server.send("DELETE", "/v2").json["error"]?.string?.contains("DELETE") == true)
            // An extension that some clients request, and that is not implemented.
            for path in ["/v2/models/daily-close/config", "/v2/models/daily-close/versions/1/config"] {
                let answer = try await server.get(path)
                #expect(answer.status == 404 && answer.json["code"]?.string == "not-found", "\(answer.text)")
                #expect(answer.json["error"]?.string != nil && answer.json["error"] == answer.json["detail"])
            }
            #expect(try await server.get("/v1/x").json["error"] == nil)
        }
    }

    // MARK: Health

    @Test func healthNamesTheDegradedParts() async throws {
        let health = Health([
            .init(.feeds, "the closes of BTC are 3 days old", preventsService: false),
            .init(.disk, "4 MB are free", preventsService: true),
        ])
        try await ServerUnderTest.run(health: { health }) { server async throws in
            let answer = try await server.get("/v2/health/ready")
            #expect(answer.status == 503)
            #expect(answer.json["ready"] == .boolean(false))
            #expect(answer.json["degraded"]?.array?.compactMap { $0["part"]?.string } == ["feeds", "disk"])
        }
        try await ServerUnderTest.run(health: { Health([health.findings[0]]) }) { server async throws in
            let answer = try await server.get("/v2/health/ready")
            #expect(answer.status == 200)
            #expect(answer.json["ready"] == .boolean(true))
            #expect(answer.json["degraded"]?.array?.first?["problem"]?.string == "the closes of BTC are 3 days old")
        }
    }
}
