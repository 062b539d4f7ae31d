import ChildProcess
import Pictures
import Platform

let program = BuiltProgram.path("closecast-picture")

/// A separate reencoder for a test, so that no other test's pictures wait in its queue.
func reencoder() -> PictureReencoder { PictureReencoder(program: program, timeoutSeconds: 60) }
