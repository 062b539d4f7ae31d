// Re-encodes one picture in a sandbox: closecast-picture image/png 256 <picture | cat >jpeg (it may write to pipes and sockets, but
// not to files). The server starts it for each picture.
import CPicture
import Glibc

guard let request = PictureRequest(arguments: Array(CommandLine.arguments.dropFirst())) else {
    let usage = Array("usage: closecast-picture image/jpeg|image/png|image/webp EDGE [whole] <picture | cat >jpeg\n".utf8)
    _ = usage.withUnsafeBytes { StandardStreams.writeAll($0, to: STDERR_FILENO) }
    exit(64)
}
// Confined before the first byte of the picture is read.
guard closecast_picture_confine() != CLOSECAST_PICTURE_UNCONFINED else { _exit(Int32(CLOSECAST_PICTURE_INTERNAL.rawValue)) }
// There is nothing left to write, and exit handlers could make calls that are now refused.
_exit(request.perform())
