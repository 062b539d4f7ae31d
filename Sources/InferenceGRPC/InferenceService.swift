#if GRPC
    import GRPCCore
    import Inference

    /// Implements the methods of the protocol.
    struct InferenceService: Inference_GRPCInferenceService.SimpleServiceProtocol {
        let inference: OpenInference
        let isReady: @Sendable () async -> Bool

        func serverLive(request: Inference_ServerLiveRequest, context: ServerContext) async throws -> Inference_ServerLiveResponse {
            .with { $0.live = true }
        }

        func serverReady(request: Inference_ServerReadyRequest, context: ServerContext) async throws
            -> Inference_ServerReadyResponse
        {
            let ready = await isReady()
            return .with { $0.ready = ready }
        }

        func modelReady(request: Inference_ModelReadyRequest, context: ServerContext) async throws -> Inference_ModelReadyResponse {
            let ready = try CallFailure.mapped { try inference.isReady(request.name, version: request.version) }
            return .with { $0.ready = ready }
        }

        func serverMetadata(
            request: Inference_ServerMetadataRequest, context: ServerContext
        ) async throws -> Inference_ServerMetadataResponse {
            .with {
                $0.name = OpenInference.serverName
                $0.version = inference.serverVersion
                $0.extensions = OpenInference.extensions
            }
        }

        func modelMetadata(
            request: Inference_ModelMetadataRequest, context: ServerContext
        ) async throws -> Inference_ModelMetadataResponse {
            try CallFailure.mapped {
                let model = try inference.model(request.name, version: request.version)
                return try Inference_ModelMetadataResponse(model, versions: inference.versions(of: model.name))
            }
        }

        func modelInfer(request: Inference_ModelInferRequest, context: ServerContext) async throws -> Inference_ModelInferResponse {
            try await CallFailure.mapped {
                let model = try inference.model(request.modelName, version: request.modelVersion)
                let request = try TensorRequest(request)
                let work = Task { try await inference.outputs(request, with: model) }
                // Cancellation of the call, or a lost client, does not cancel the task by itself.
                let outputs = try await withRPCCancellationHandler {
                    try await withTaskCancellationHandler {
                        try await work.value
                    } onCancel: {
                        work.cancel()
                    }
                } onCancelRPC: {
                    work.cancel()
                }
                return Inference_ModelInferResponse(outputs, to: request, model: model)
            }
        }

        func repositoryIndex(
            request: Inference_RepositoryIndexRequest, context: ServerContext
        ) async throws -> Inference_RepositoryIndexResponse {
            guard request.repositoryName.isEmpty else {
                throw RPCError(
                    code: .notFound,
                    message: "no repository named \"\(TensorRefusal.cut(request.repositoryName))\"; "
                        + "expected an empty name, for the folder of models")
            }
            return .with {
                $0.models = inference.index(onlyReady: request.ready).map(Inference_RepositoryIndexResponse.ModelIndex.init)
            }
        }
    }
#endif
