// Documents of capabilities declare their schemas with it, and whoever uses them needs it, too.
@_exported import Records
