/// The model with which a paper match started: results of another one say so. Older matches have none.
enum SchemaV9 {
    static let sql = """
        ALTER TABLE paper_matches ADD COLUMN model_sha256 TEXT
            CHECK (length(model_sha256) = 64 AND model_sha256 NOT GLOB '*[^0-9a-f]*');

        """
}
