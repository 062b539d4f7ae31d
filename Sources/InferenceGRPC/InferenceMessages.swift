#if GRPC
    import Inference
    import SwiftProtobuf

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    extension TensorRequest {
        /// Converts a message.
        ///
        /// - Throws: `TensorRefusal` if a tensor's values are missing or given twice, or a parameter has no value.
        init(_ message: Inference_ModelInferRequest) throws(TensorRefusal) {
            let raw = message.rawInputContents
            guard raw.isEmpty || raw.count == message.inputs.count else {
                throw TensorRefusal(
                    "bad-data-size", "the lengths of raw_input_contents (\(raw.count)) and inputs (\(message.inputs.count)) differ",
                    field: "raw_input_contents", value: "\(raw.count)", accepted: "one for each input, or none")
            }
            var inputs: [Input] = []
            for (index, input) in message.inputs.enumerated() {
                inputs.append(try Input(input, raw: raw.isEmpty ? nil : raw[index], at: index))
            }
            var parameters: [Parameter] = []
            for (name, value) in message.parameters.sorted(by: { $0.key < $1.key }) {
                parameters.append(Parameter(name, try Value(value, of: name)))
            }
            for output in message.outputs { try Self.refuse(output.parameters.keys, of: output.name, field: "/outputs") }
            self.init(id: message.id, parameters: parameters, inputs: inputs, outputs: message.outputs.map(\.name))
        }

        /// Rejects tensor parameters: over gRPC values are always bytes, so there is nothing to choose.
        fileprivate static func refuse(_ names: some Collection<String>, of tensor: String, field: String) throws(TensorRefusal) {
            guard let name = names.min() else { return }
            throw TensorRefusal(
                "unknown-parameter", "tensor \"\(TensorRefusal.cut(tensor))\" has the parameter \"\(TensorRefusal.cut(name))\"",
                field: field, value: name, accepted: "no parameters of tensors")
        }
    }

    extension TensorRequest.Input {
        /// Converts an input tensor.
        ///
        /// - Parameter raw: the little-endian bytes of the tensor; nil if its values are in the tensor.
        fileprivate init(_ message: Inference_ModelInferRequest.InferInputTensor, raw: Data?, at index: Int) throws(TensorRefusal) {
            let name = TensorRefusal.cut(message.name)
            guard message.datatype == ModelTensors.datatype else {
                throw .datatype(message.datatype, tensor: message.name, at: index)
            }
            try TensorRequest.refuse(message.parameters.keys, of: message.name, field: "/inputs/\(index)/parameters")
            guard raw == nil || !message.hasContents else {
                throw TensorRefusal(
                    "bad-data", "tensor \"\(name)\" has contents and raw_input_contents", field: "/inputs/\(index)/contents",
                    accepted: "one of the two")
            }
            guard let raw else {
                self.init(
                    name: message.name, datatype: message.datatype, shape: message.shape.map(Int.init),
                    values: message.contents.fp32Contents)
                return
            }
            guard raw.count % ModelTensors.numberSize == 0 else {
                throw TensorRefusal(
                    "bad-data-size", "tensor \"\(name)\" has \(raw.count) bytes in raw_input_contents", field: "raw_input_contents",
                    value: "\(raw.count)", accepted: "\(ModelTensors.numberSize) bytes for each number")
            }
            self.init(
                name: message.name, datatype: message.datatype, shape: message.shape.map(Int.init),
                values: raw.withUnsafeBytes { [Float](littleEndianBytes: $0) })
        }
    }

    extension TensorRequest.Value {
        fileprivate init(_ message: Inference_InferParameter, of name: String) throws(TensorRefusal) {
            switch message.parameterChoice {
            case .boolParam(let value): self = .boolean(value)
            case .int64Param(let value): self = .integer(Int(value))
            case .uint64Param(let value): self = Int(exactly: value).map(Self.integer) ?? .number(Double(value))
            case .stringParam(let value): self = .text(value)
            case .doubleParam(let value): self = Int(exactly: value).map(Self.integer) ?? .number(value)
            case nil:
                throw TensorRefusal(
                    "bad-parameter", "the parameter \"\(TensorRefusal.cut(name))\" has no value",
                    field: "/parameters/\(TensorRefusal.cut(name))", accepted: "a value")
            }
        }
    }

    extension Inference_ModelInferResponse {
        /// Creates the response, with values as raw bytes, like Triton's.
        init(_ outputs: RawOutputs, to request: TensorRequest, model: LoadedModel) {
            self.init()
            modelName = model.name
            modelVersion = model.version
            id = request.id
            var output = InferOutputTensor()
            output.name = ModelTensors.outputName
            output.datatype = ModelTensors.datatype
            output.shape = outputs.shape.map(Int64.init)
            self.outputs = [output]
            rawOutputContents = [outputs.values.withUnsafeBytes { Data($0) }]
        }
    }

    extension Inference_ModelMetadataResponse {
        init(_ model: LoadedModel, versions: [String]) throws(InferenceError) {
            self.init()
            let tensors = try ModelTensors(model)
            name = model.name
            self.versions = versions
            platform = OpenInference.platform
            inputs = [TensorMetadata(tensors.input)]
            outputs = [TensorMetadata(tensors.output)]
        }
    }

    extension Inference_ModelMetadataResponse.TensorMetadata {
        fileprivate init(_ form: TensorForm) {
            self.init()
            name = form.name
            datatype = form.datatype
            shape = form.shape.map(Int64.init)
        }
    }

    extension Inference_RepositoryIndexResponse.ModelIndex {
        init(_ entry: CatalogueEntry) {
            self.init()
            name = entry.name
            version = entry.version
            state = entry.indexState
            reason = entry.reason ?? ""
        }
    }
#endif
