// Re-encodes one picture, confined: closecast-picture image/png 256 <picture | cat >jpeg (it may write to pipes and sockets, not
// to files). The server starts it for each picture.
import CPicture
import Glibc

guard let request = PictureRequest(arguments: Array(CommandLine.arguments.dropFirst())) else {
    let usage = Array("usage: closecast-picture image/jpeg|image/png|image/webp EDGE [whole] <picture | cat >jpeg\n".utf8)
    _ = usage.withUnsafeBytes { StandardStreams.writeAll($0, to: STDERR_FILENO) }
    exit(64)
}
// Before the first byte of the picture is read.
guard closecast_picture_confine() != CLOSECAST_PICTURE_UNCONFINED else { _exit(Int32(CLOSECAST_PICTURE_INTERNAL.rawValue)) }
// Nothing is left to write, and handlers at exit could make calls that are refused now.
_exit(request.perform())
