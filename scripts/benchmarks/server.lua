-- The wrk script of scripts/benchmarks/server.py: sends the requests of a list in turn, each formatted once.
--   wrk ... -s server.lua URL -- LIST
-- A line of the list: METHOD PATH CONTENT-TYPE BODY-FILE [HEADER VALUE], where "-" means none.

local requests = {}
local sent = 0

local function read(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read("*a")
  file:close()
  return bytes
end

function init(arguments)
  for line in io.lines(arguments[1]) do
    local method, path, kind, file, header, value = line:match("^(%S+) (%S+) (%S+) (%S+) ?(%S*) ?(.*)$")
    local headers = { ["Host"] = wrk.headers["Host"] }
    if kind ~= "-" then headers["Content-Type"] = kind end
    if header ~= "" then headers[header] = value end
    requests[#requests + 1] = wrk.format(method, path, headers, file ~= "-" and read(file) or nil)
  end
end

function request()
  sent = sent % #requests + 1
  return requests[sent]
end

-- Latencies are in microseconds.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests": %d, "seconds": %.6f, "p50": %.1f, "p99": %.1f, "max": %.1f, "refused": %d, "broken": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99), latency.max,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
