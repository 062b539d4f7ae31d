import Glibc
import NIOCore
import Platform

/// A rendered page without the parts that differ in each response: the key of its forms and their token.
struct RenderedPage: Sendable {
    private enum Part: Sendable {
        case text([UInt8])
        case key
        case token
    }

    /// The placeholders for the key and the token in a rendered page. They are random, so that no outside text contains them.
    struct Marks: Sendable {
        let key = RandomID.hexadecimal(digits: 32)
        let token = RandomID.hexadecimal(digits: 32)
    }

    private let parts: [Part]
    let bytes: Int
    /// The header that says whether browsers may keep a copy for use without a network; nil for none.
    let copies: String?

    init(_ html: String, _ marks: Marks, copies: String?) {
        self.copies = copies
        let all = Array(html.utf8)
        var parts: [Part] = []
        var start = 0
        let (key, token) = (Array(marks.key.utf8), Array(marks.token.utf8))
        var (nextKey, nextToken) = (Self.find(key, in: all, from: 0), Self.find(token, in: all, from: 0))
        while let place = [nextKey, nextToken].compactMap(\.self).min() {
            parts.append(.text(Array(all[start..<place])))
            parts.append(place == nextKey ? .key : .token)
            start = place + key.count
            if place == nextKey {
                nextKey = Self.find(key, in: all, from: start)
            } else {
                nextToken = Self.find(token, in: all, from: start)
            }
        }
        parts.append(.text(Array(all[start...])))
        (self.parts, bytes) = (parts, all.count)
    }

    /// Returns the page for one response, with a key of its own and the token of the caller's forms.
    func body(token: String) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(bytes + 512)
        var key: String?
        for part in parts {
            switch part {
            case .text(let bytes): buffer.writeBytes(bytes)
            case .token: buffer.writeString(FormToken.masked(token))
            case .key:
                // All forms of a page have one key: only one of them is sent.
                key = key ?? RandomID.hexadecimal(digits: 32)
                buffer.writeString(key!)
            }
        }
        return buffer
    }

    /// Returns the position of bytes within others; nil if they do not occur.
    static func find(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var place = start
            while place + wanted.count <= bytes.count {
                guard let next = memchr(bytes.baseAddress! + place, Int32(wanted[0]), bytes.count - place - wanted.count + 1) else {
                    return nil
                }
                place = UnsafeRawPointer(next) - UnsafeRawPointer(bytes.baseAddress!)
                if memcmp(bytes.baseAddress! + place, wanted, wanted.count) == 0 { return place }
                place += 1
            }
            return nil
        }
    }
}
