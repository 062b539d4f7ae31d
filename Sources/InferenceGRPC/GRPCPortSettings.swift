import Settings

/// Whether gRPC is served, and on which port.
package struct GRPCPortSettings: SettingValues {
    /// Nil: gRPC is off.
    package var port: Int?

    package init() {}

    package static let all: [Setting<GRPCPortSettings>] = [
        .optional("grpc-port", \.port, 0...65_535, none: "off", "gRPC port, or off")
    ]
}
