-- The wrk script of scripts/rehearsals/stateless.py: sends the requests of a list in turn, and compares every answer.
--   wrk ... -s stateless.lua URL -- LIST EXPECTED
-- A line of LIST: the file with a body. A line of EXPECTED: the file with its answer; "-" for no comparison.

local requests = {}
local answers = {}
local compares = false
local sent = 0
right, wrong, refused = 0, 0, 0
refusals = ""

local threads = {}

local function read(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read("*a")
  file:close()
  return bytes
end

function setup(thread)
  threads[#threads + 1] = thread
end

function init(arguments)
  for path in io.lines(arguments[1]) do
    local headers = { ["Host"] = wrk.headers["Host"], ["Content-Type"] = "application/json" }
    requests[#requests + 1] = wrk.format("POST", "/v1/forecasts", headers, read(path))
  end
  if arguments[2] ~= "-" then
    compares = true
    for path in io.lines(arguments[2]) do answers[read(path)] = true end
  end
end

function request()
  sent = sent % #requests + 1
  return requests[sent]
end

function response(status, headers, body)
  if status ~= 200 then
    refused = refused + 1
    if refused == 1 then refusals = status .. " " .. body:sub(1, 200):gsub("%s+", " ") end
  elseif compares and not answers[body] then
    wrong = wrong + 1
  else
    right = right + 1
  end
end

function done(summary, latency)
  local errors = summary.errors
  local sum = { right = 0, wrong = 0, refused = 0 }
  for _, thread in ipairs(threads) do
    for name in pairs(sum) do sum[name] = sum[name] + thread:get(name) end
    if thread:get("refusals") ~= "" then io.write("REFUSAL " .. thread:get("refusals") .. "\n") end
  end
  io.write(string.format(
    'RESULT {"right": %d, "wrong": %d, "refused": %d, "broken": %d, "seconds": %.6f, "p50": %.3f, "p99": %.3f, "max": %.3f}\n',
    sum.right, sum.wrong, sum.refused, errors.connect + errors.read + errors.write + errors.timeout, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
end
