-- The wrk script of the trades in scripts/benchmarks/server.py: people ask for a quote, and confirm it as soon as they have it.
--   wrk ... -s server_trades.lua URL -- TOKENS PREFIX ASSET
-- TOKENS has a line for each person. Whoever is waited for is told from the cash of the answer, which differs for each person: wrk does
-- not say which connection an answer came on. A person buys and sells in turn, one trade at a time.

local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } moment;
  int clock_gettime(int clock, moment *now);
]]
local now = ffi.new("moment")

local people, free, quoted = {}, {}, {}
local firstFree, lastFree, firstQuoted, lastQuoted = 1, 0, 1, 0
local threads = {}
-- Read by done(): microseconds from each request for a quote to the answer to its confirmation, and the first refusal.
times = {}
refusal = ""

local function microseconds()
  ffi.C.clock_gettime(1, now)
  return tonumber(now.seconds) * 1e6 + tonumber(now.nanoseconds) / 1e3
end

local function release(person)
  lastFree = lastFree + 1
  free[lastFree] = person
end

function setup(thread) threads[#threads + 1] = thread end

function init(arguments)
  local prefix, asset = arguments[2], arguments[3]
  for token in io.lines(arguments[1]) do
    local headers = {
      ["Host"] = wrk.headers["Host"], ["Authorization"] = "Bearer " .. token, ["Content-Type"] = "application/json"
    }
    local cash = string.format("%.2f", 10 + #people / 100)
    local person = { headers = headers, confirmation = prefix .. "/quotes/%s/confirmation", quotes = {}, count = 0 }
    for index, side in ipairs({ "buy", "sell" }) do
      local body = string.format('{"side":"%s","asset":"%s","currency":"USD","cash":"%s"}', side, asset, cash)
      person.quotes[index] = wrk.format("POST", prefix .. "/quotes", headers, body)
    end
    people[#people + 1] = person
    release(person)
  end
end

function request()
  if firstQuoted <= lastQuoted then
    local person = quoted[firstQuoted]
    quoted[firstQuoted] = nil
    firstQuoted = firstQuoted + 1
    return wrk.format("POST", string.format(person.confirmation, person.quote), person.headers)
  end
  local person = assert(free[firstFree], "there must be more people than connections")
  free[firstFree] = nil
  firstFree = firstFree + 1
  person.count = person.count + 1
  person.since = microseconds()
  return person.quotes[2 - person.count % 2]
end

function response(status, _, body)
  local cash = body:match('"cash":"([%d.]+)"')
  if status ~= 201 or not cash then
    if refusal == "" then refusal = status .. " " .. body:sub(1, 300) end
    return
  end
  local person = people[math.floor((tonumber(cash) - 10) * 100 + 0.5) + 1]
  local quote = body:match('"id":"(q_%x+)"')
  if quote then
    person.quote = quote
    lastQuoted = lastQuoted + 1
    quoted[lastQuoted] = person
  else
    times[#times + 1] = microseconds() - person.since
    release(person)
  end
end

function done(summary, latency)
  local errors, all = summary.errors, {}
  for _, thread in ipairs(threads) do
    for _, time in ipairs(thread:get("times")) do all[#all + 1] = time end
    if thread:get("refusal") ~= "" then io.write("REFUSAL " .. thread:get("refusal"):gsub("\n", " ") .. "\n") end
  end
  table.sort(all)
  local function percentile(share) return all[math.max(1, math.ceil(#all * share))] or 0 end
  io.write(string.format(
    'RESULT {"requests": %d, "seconds": %.6f, "p50": %.1f, "p99": %.1f, "max": %.1f, "refused": %d, "broken": %d, '
      .. '"trades": %d, "trade_p50": %.1f, "trade_p99": %.1f}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99), latency.max,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout, #all, percentile(0.5), percentile(0.99)))
end
