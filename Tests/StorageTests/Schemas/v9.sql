PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE "access_tokens" (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12 AND id NOT GLOB '*[^0-9a-f]*'),
    hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
    owner TEXT NOT NULL REFERENCES owners (id) CHECK (length(owner) BETWEEN 1 AND 64),
    scope TEXT NOT NULL CHECK (scope IN ('read', 'write', 'admin')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER CHECK (expires_at > created_at),
    last_used_day INTEGER,
    revoked_at INTEGER
, name TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "access_tokens" VALUES('aaaaaaaaaaaa','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','ann','write',5,99,NULL,NULL,'');
INSERT INTO "access_tokens" VALUES('bbbbbbbbbbbb','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','bob','read',1735689603,NULL,NULL,NULL,'');
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    wallet INTEGER NOT NULL REFERENCES wallets (id),
    role TEXT NOT NULL CHECK (role IN ('holding', 'external', 'market', 'fees', 'income')),
    asset INTEGER NOT NULL REFERENCES assets (id),
    allows_negative INTEGER NOT NULL CHECK (allows_negative IN (0, 1)),
    balance TEXT NOT NULL CHECK (balance <> '' AND balance NOT GLOB '*[^0-9.-]*'),
    last_time INTEGER NOT NULL,
    last_transaction INTEGER NOT NULL,
    UNIQUE (wallet, role, asset),
    CHECK (role <> 'holding' OR allows_negative OR substr(balance, 1, 1) <> '-')
) STRICT;
INSERT INTO "accounts" VALUES(1,1,'holding',1,0,'94.5',1735689900,5);
INSERT INTO "accounts" VALUES(2,1,'external',1,0,'-100',1735689900,5);
INSERT INTO "accounts" VALUES(3,2,'holding',1,0,'4.5',1735689800,2);
INSERT INTO "accounts" VALUES(4,1,'fees',1,0,'1',1735689800,2);
INSERT INTO "accounts" VALUES(5,1,'income',40,0,'-0.000000000000000001',1735689850,3);
INSERT INTO "accounts" VALUES(6,1,'holding',40,0,'0.000000000000000001',1735689850,3);
INSERT INTO "accounts" VALUES(7,5,'holding',1,0,'869',1763911000,14);
INSERT INTO "accounts" VALUES(8,5,'external',1,0,'-1000',1763902000,6);
INSERT INTO "accounts" VALUES(9,6,'holding',1,0,'30.5',1763911000,14);
INSERT INTO "accounts" VALUES(10,6,'external',1,0,'100',1763906000,8);
INSERT INTO "accounts" VALUES(11,6,'fees',1,0,'0.5',1763906000,9);
CREATE TABLE asset_providers (
    asset INTEGER NOT NULL REFERENCES assets (id),
    provider TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    PRIMARY KEY (asset, provider)
) STRICT, WITHOUT ROWID;
INSERT INTO "asset_providers" VALUES(2,'kraken','XBTUSD');
INSERT INTO "asset_providers" VALUES(40,'kraken','OLDUSD');
INSERT INTO "asset_providers" VALUES(40,'later-provider','x');
INSERT INTO "asset_providers" VALUES(41,'kraken','EURUSD');
CREATE TABLE assets (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 64 AND slug NOT GLOB '*[^a-z0-9-]*'),
    ticker TEXT NOT NULL CHECK (length(ticker) BETWEEN 1 AND 20),
    name TEXT NOT NULL,
    quote_currency TEXT NOT NULL,
    first_trade INTEGER,
    last_trade INTEGER,
    supply REAL,
    icon TEXT
) STRICT;
INSERT INTO "assets" VALUES(1,'usd','USD','US dollar','USD',NULL,NULL,NULL,NULL);
INSERT INTO "assets" VALUES(2,'bitcoin','BTC','Bitcoin','USD',NULL,NULL,NULL,NULL);
INSERT INTO "assets" VALUES(40,'old-coin','OLD','Old coin','USD',15000,NULL,21000000.0,'old');
INSERT INTO "assets" VALUES(41,'eur','EUR','Euro','USD',NULL,NULL,NULL,NULL);
CREATE TABLE attempts (
    subject TEXT NOT NULL PRIMARY KEY CHECK (subject <> ''),
    count INTEGER NOT NULL CHECK (count >= 0),
    since INTEGER NOT NULL,
    in_a_row INTEGER NOT NULL CHECK (in_a_row >= 0),
    blocked_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES('sign-in:0123',3,1763800000,3,0);
CREATE TABLE bank_clock (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    real_anchor INTEGER NOT NULL,
    bank_anchor INTEGER NOT NULL,
    speed REAL NOT NULL CHECK (speed >= 1)
) STRICT;
INSERT INTO "bank_clock" VALUES(1,1763900000,1763900000,100.0);
CREATE TABLE candles (
    asset INTEGER NOT NULL REFERENCES assets (id),
    day INTEGER NOT NULL,
    open REAL,
    high REAL,
    low REAL,
    close REAL NOT NULL CHECK (close > 0 AND close < 9e999),
    volume REAL,
    source INTEGER NOT NULL REFERENCES sources (id),
    retrieved_at INTEGER NOT NULL,
    PRIMARY KEY (asset, day)
) STRICT, WITHOUT ROWID;
INSERT INTO "candles" VALUES(40,20089,1.0,2.0,0.5,1.5,1000.0,1,1740000000);
INSERT INTO "candles" VALUES(40,20090,NULL,NULL,NULL,0.1,NULL,2,1740000001);
INSERT INTO "candles" VALUES(40,20091,NULL,NULL,NULL,2.25,NULL,1,1740000000);
CREATE TABLE devices (
    id TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
    person TEXT NOT NULL REFERENCES people (id),
    device TEXT NOT NULL,
    network TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    pin TEXT CHECK (pin LIKE '$argon2id$%'),
    pin_failures INTEGER NOT NULL CHECK (pin_failures >= 0)
) STRICT;
INSERT INTO "devices" VALUES('d_00000000000000000001','cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc','u_00000000000000000001','Firefox on Linux','this machine',1763800000,1763800000,1771576000,'$argon2id$v=19$m=47104,t=2,p=1$c2FsdA$cGlu',1);
CREATE TABLE diary_entries (
    id INTEGER PRIMARY KEY,
    asset INTEGER NOT NULL REFERENCES assets (id),
    cutoff INTEGER NOT NULL,
    issued_at INTEGER NOT NULL,
    model_name TEXT NOT NULL,
    model_version TEXT NOT NULL,
    model_sha256 TEXT NOT NULL CHECK (length(model_sha256) = 64 AND model_sha256 NOT GLOB '*[^0-9a-f]*'),
    input_sha256 TEXT NOT NULL CHECK (length(input_sha256) = 64 AND input_sha256 NOT GLOB '*[^0-9a-f]*'),
    days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 1000000),
    paths INTEGER NOT NULL CHECK (paths >= 0),
    seed TEXT NOT NULL CHECK (length(seed) BETWEEN 1 AND 20 AND seed NOT GLOB '*[^0-9]*'),
    decoding TEXT NOT NULL CHECK (decoding IN ('recursive', 'sliding-window')),
    last_close REAL NOT NULL CHECK (last_close > 0 AND last_close < 9e999),
    has_quantiles INTEGER NOT NULL CHECK (has_quantiles IN (0, 1)),
    numbers BLOB NOT NULL CHECK (length(numbers) = 4 * days * (22 + 21 * has_quantiles)),
    UNIQUE (asset, cutoff, model_sha256, input_sha256, days, paths, seed, decoding)
) STRICT;
INSERT INTO "diary_entries" VALUES(1,40,20000,1728086405,'m','1','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',2,1000,'18446744073709551615','recursive',0.1,1,X'0000003F000080BE000080BE000070BE000060BE000050BE000040BE000030BE000020BE000010BE000000BE0000E0BD0000C0BD0000A0BD000080BD000040BD000000BD000080BC000000000000803C0000003D0000403D0000803D000080BE000070BE000060BE000050BE000040BE000030BE000020BE000010BE000000BE0000E0BD0000C0BD0000A0BD000080BD000040BD000000BD000080BC000000000000803C0000003D0000403D0000803D000080BE000060BE000040BE000020BE000000BE0000C0BD000080BD000000BD000000000000003D0000803D0000C03D0000003E0000203E0000403E0000603E0000803E0000903E0000A03E0000B03E0000C03E000080BE000060BE000040BE000020BE000000BE0000C0BD000080BD000000BD000000000000003D0000803D0000C03D0000003E0000203E0000403E0000603E0000803E0000903E0000A03E0000B03E0000C03E');
CREATE TABLE document_looks (
    document TEXT NOT NULL,
    owner TEXT NOT NULL,
    operator TEXT NOT NULL,
    time INTEGER NOT NULL
) STRICT;
CREATE TABLE "favourites" (
    owner TEXT NOT NULL REFERENCES owners (id),
    asset INTEGER NOT NULL REFERENCES assets (id),
    PRIMARY KEY (owner, asset)
) STRICT, WITHOUT ROWID;
INSERT INTO "favourites" VALUES('ann',40);
CREATE TABLE "idempotency" (
    owner TEXT NOT NULL REFERENCES owners (id),
    key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    request_hash TEXT NOT NULL CHECK (length(request_hash) = 64 AND request_hash NOT GLOB '*[^0-9a-f]*'),
    instance TEXT NOT NULL CHECK (instance <> ''),
    started_at INTEGER NOT NULL,
    status INTEGER CHECK (status BETWEEN 100 AND 599),
    headers TEXT,
    body BLOB,
    PRIMARY KEY (owner, key),
    CHECK ((status IS NULL) = (headers IS NULL) AND (status IS NULL) = (body IS NULL))
) STRICT;
INSERT INTO "idempotency" VALUES('ann','k','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','a',5,201,'Location: /v1/x
A: b: c
',X'00FF');
CREATE TABLE invitations (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    hash TEXT UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
    email TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('person', 'operator')),
    takes_over TEXT REFERENCES owners (id),
    invited_by TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
    ended_at INTEGER,
    accepted_by TEXT
) STRICT;
INSERT INTO "invitations" VALUES(1,'i_00000000000000000001','a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1','carl@example.com','person','local','u_00000000000000000001',1763800000,1764059200,NULL,NULL);
CREATE TABLE links (
    hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
    purpose TEXT NOT NULL CHECK (
        purpose IN ('verification', 'password-reset', 'email-change', 'second-factor-removal', 'second-factor-stop')),
    subject TEXT NOT NULL,
    email TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
) STRICT;
INSERT INTO "links" VALUES('ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','verification','0123456789abcdef01234567',NULL,1763800000,1763886400);
CREATE TABLE mails (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    recipient TEXT NOT NULL,
    recipient_name TEXT NOT NULL,
    language TEXT NOT NULL,
    fields TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL CHECK (attempts >= 0)
) STRICT;
INSERT INTO "mails" VALUES('0123456789abcdef0123456f','new-device','u_00000000000000000001','Ann@example.com','Ann','it','{"device":"Firefox on Linux"}',1763800000,1763800000,1);
CREATE TABLE migrations (
    position INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    applied_at INTEGER NOT NULL
) STRICT;
INSERT INTO "migrations" VALUES(1,'v1',1740000000);
INSERT INTO "migrations" VALUES(2,'v2',1735690000);
INSERT INTO "migrations" VALUES(3,'v3',1740900000);
INSERT INTO "migrations" VALUES(4,'v4',1742000000);
INSERT INTO "migrations" VALUES(5,'v5',1763800000);
INSERT INTO "migrations" VALUES(6,'v6',1763900000);
INSERT INTO "migrations" VALUES(7,'v7',1763950000);
INSERT INTO "migrations" VALUES(8,'v8',1764000000);
INSERT INTO "migrations" VALUES(9,'v9',1764100000);
CREATE TABLE owners (
    id TEXT NOT NULL PRIMARY KEY CHECK (id <> '')
, erased_at INTEGER) STRICT;
INSERT INTO "owners" VALUES('local',NULL);
INSERT INTO "owners" VALUES('ann',NULL);
INSERT INTO "owners" VALUES('bob',NULL);
INSERT INTO "owners" VALUES('tess',NULL);
CREATE TABLE paper_match_coins (
    match INTEGER NOT NULL REFERENCES paper_matches (position),
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 9),
    asset INTEGER NOT NULL REFERENCES assets (id),
    PRIMARY KEY (match, place),
    UNIQUE (match, asset)
) STRICT, WITHOUT ROWID;
CREATE TABLE paper_matches (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE CHECK (
        length(id) = 19 AND substr(id, 1, 3) = 'pm_' AND substr(id, 4) NOT GLOB '*[^0-9a-f]*'),
    owner TEXT NOT NULL REFERENCES owners (id),
    first_day INTEGER NOT NULL,
    last_day INTEGER CHECK (last_day > first_day),
    cash TEXT NOT NULL CHECK (cash <> '' AND cash NOT GLOB '*[^0-9.]*'),
    fee_rate TEXT NOT NULL CHECK (fee_rate <> '' AND fee_rate NOT GLOB '*[^0-9.]*'),
    strategies TEXT NOT NULL CHECK (strategies <> '' AND strategies NOT GLOB '*[^a-z,]*'),
    threshold TEXT NOT NULL CHECK (threshold <> '' AND threshold NOT GLOB '*[^0-9.]*'),
    seed INTEGER NOT NULL CHECK (seed >= 0),
    created_at INTEGER NOT NULL
, model_sha256 TEXT
    CHECK (length(model_sha256) = 64 AND model_sha256 NOT GLOB '*[^0-9a-f]*')) STRICT;
CREATE TABLE pending_sign_ins (
    hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
    person TEXT NOT NULL REFERENCES people (id),
    device_id TEXT,
    carrier TEXT NOT NULL CHECK (carrier IN ('cookie', 'bearer')),
    is_remembered INTEGER NOT NULL CHECK (is_remembered IN (0, 1)),
    expires_at INTEGER NOT NULL,
    failures INTEGER NOT NULL CHECK (failures >= 0)
) STRICT;
INSERT INTO "pending_sign_ins" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee','u_00000000000000000001',NULL,'bearer',0,1763800600,2);
CREATE TABLE people (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE CHECK (
        length(id) = 22 AND substr(id, 1, 2) = 'u_' AND substr(id, 3) NOT GLOB '*[^0-9a-f]*'),
    owner TEXT NOT NULL UNIQUE REFERENCES owners (id),
    role TEXT NOT NULL CHECK (role IN ('person', 'operator')),
    email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    email_key TEXT NOT NULL UNIQUE CHECK (email_key = lower(email)),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    password TEXT NOT NULL CHECK (password LIKE '%$argon2id$%'),
    password_set_at INTEGER NOT NULL,
    must_change_password INTEGER NOT NULL CHECK (must_change_password IN (0, 1)),
    terms_accepted_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    locked_at INTEGER,
    lock_reason TEXT CHECK ((lock_reason IS NULL) = (locked_at IS NULL)),
    deleted_from INTEGER,
    language TEXT NOT NULL,
    quote_currency TEXT NOT NULL,
    preferred_coin TEXT,
    appearance TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    totp_seed TEXT,
    totp_last_step INTEGER CHECK ((totp_last_step IS NULL) = (totp_seed IS NULL)),
    totp_offer TEXT,
    totp_offered_at INTEGER CHECK ((totp_offered_at IS NULL) = (totp_offer IS NULL)),
    totp_removed_from INTEGER,
    picture BLOB
) STRICT;
INSERT INTO "people" VALUES(1,'u_00000000000000000001','ann','operator','Ann@example.com','ann@example.com','Ann','k1:$argon2id$v=19$m=47104,t=2,p=1$c2FsdA$aGFzaA',1763800000,0,1763800000,1763800000,NULL,NULL,NULL,'it','EUR','old-coin','dark','Europe/Rome','k1:c2VlZA',58793333,NULL,NULL,NULL,NULL);
CREATE TABLE phone_codes (
    owner TEXT NOT NULL REFERENCES owners (id),
    number TEXT NOT NULL,
    sent_at INTEGER NOT NULL
) STRICT;
CREATE TABLE postings (
    transaction_id INTEGER NOT NULL REFERENCES transactions (id),
    position INTEGER NOT NULL CHECK (position >= 0),
    account INTEGER NOT NULL REFERENCES accounts (id),
    time INTEGER NOT NULL,
    amount TEXT NOT NULL CHECK (amount <> '' AND amount NOT GLOB '*[^0-9.-]*'),
    PRIMARY KEY (transaction_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "postings" VALUES(1,0,1,1735689700,'100');
INSERT INTO "postings" VALUES(2,0,1,1735689800,'-4.5');
INSERT INTO "postings" VALUES(2,2,1,1735689800,'-1');
INSERT INTO "postings" VALUES(4,0,1,1735689900,'7');
INSERT INTO "postings" VALUES(5,0,1,1735689900,'-7');
INSERT INTO "postings" VALUES(1,1,2,1735689700,'-100');
INSERT INTO "postings" VALUES(4,1,2,1735689900,'-7');
INSERT INTO "postings" VALUES(5,1,2,1735689900,'7');
INSERT INTO "postings" VALUES(2,1,3,1735689800,'4.5');
INSERT INTO "postings" VALUES(2,3,4,1735689800,'1');
INSERT INTO "postings" VALUES(3,1,5,1735689850,'-0.000000000000000001');
INSERT INTO "postings" VALUES(3,0,6,1735689850,'0.000000000000000001');
INSERT INTO "postings" VALUES(6,0,7,1763902000,'1000');
INSERT INTO "postings" VALUES(7,0,7,1763903000,'-100.5');
INSERT INTO "postings" VALUES(10,0,7,1763907000,'-50.5');
INSERT INTO "postings" VALUES(11,1,7,1763908000,'50.5');
INSERT INTO "postings" VALUES(12,0,7,1763909000,'-20.5');
INSERT INTO "postings" VALUES(13,1,7,1763909500,'20.5');
INSERT INTO "postings" VALUES(14,0,7,1763911000,'-30.5');
INSERT INTO "postings" VALUES(6,1,8,1763902000,'-1000');
INSERT INTO "postings" VALUES(7,1,9,1763903000,'100.5');
INSERT INTO "postings" VALUES(8,0,9,1763906000,'-100');
INSERT INTO "postings" VALUES(9,0,9,1763906000,'-0.5');
INSERT INTO "postings" VALUES(10,1,9,1763907000,'50.5');
INSERT INTO "postings" VALUES(11,0,9,1763908000,'-50.5');
INSERT INTO "postings" VALUES(12,1,9,1763909000,'20.5');
INSERT INTO "postings" VALUES(13,0,9,1763909500,'-20.5');
INSERT INTO "postings" VALUES(14,1,9,1763911000,'30.5');
INSERT INTO "postings" VALUES(8,1,10,1763906000,'100');
INSERT INTO "postings" VALUES(9,1,11,1763906000,'0.5');
CREATE TABLE quotes (
    asset INTEGER NOT NULL REFERENCES assets (id),
    time INTEGER NOT NULL,
    price REAL NOT NULL CHECK (price > 0 AND price < 9e999),
    source INTEGER NOT NULL REFERENCES sources (id),
    PRIMARY KEY (asset, time)
) STRICT, WITHOUT ROWID;
INSERT INTO "quotes" VALUES(40,1740000000,2.5,1);
CREATE TABLE recovery_codes (
    person TEXT NOT NULL REFERENCES people (id),
    hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
    PRIMARY KEY (person, hash)
) STRICT, WITHOUT ROWID;
INSERT INTO "recovery_codes" VALUES('u_00000000000000000001','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb');
CREATE TABLE security_events (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('success', 'failure')),
    person TEXT,
    actor TEXT,
    device TEXT NOT NULL,
    network TEXT NOT NULL,
    session TEXT,
    request_id TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
INSERT INTO "security_events" VALUES(1,1763800000,'sign-in','success','u_00000000000000000001',NULL,'Firefox on Linux','this machine','s_00000000000000000001','r1','password');
CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
    person TEXT NOT NULL REFERENCES people (id),
    device_id TEXT,
    carrier TEXT NOT NULL CHECK (carrier IN ('cookie', 'bearer')),
    device TEXT NOT NULL,
    network TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL CHECK (ends_at > created_at),
    idle_seconds INTEGER NOT NULL CHECK (idle_seconds > 0),
    proved_at INTEGER
) STRICT;
INSERT INTO "sessions" VALUES('s_00000000000000000001','dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd','u_00000000000000000001','d_00000000000000000001','cookie','Firefox on Linux','this machine',1763800000,1763800060,1763843200,1800,1763800000);
CREATE TABLE sign_ups (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    name TEXT NOT NULL,
    password TEXT NOT NULL CHECK (password LIKE '%$argon2id$%'),
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO "sign_ups" VALUES(1,'0123456789abcdef01234567','bob@example.com','bob@example.com','Bob','k1:$argon2id$v=19$m=47104,t=2,p=1$c2FsdA$aGFzaA','en',1763800000);
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO "sources" VALUES(1,'kraken');
INSERT INTO "sources" VALUES(2,'file:a.csv');
CREATE TABLE support_messages (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE CHECK (length(id) = 18 AND substr(id, 1, 2) = 's_'),
    owner TEXT NOT NULL REFERENCES owners (id),
    author TEXT NOT NULL CHECK (author IN ('person', 'operator')),
    operator TEXT CHECK ((operator IS NULL) = (author = 'person')),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    created_at INTEGER NOT NULL,
    read_at INTEGER
) STRICT;
CREATE TABLE trading_accounts (
    id TEXT NOT NULL UNIQUE CHECK (length(id) = 18 AND substr(id, 1, 2) = 't_'),
    owner TEXT NOT NULL PRIMARY KEY REFERENCES owners (id),
    wallet INTEGER NOT NULL UNIQUE REFERENCES wallets (id),
    held_wallet INTEGER NOT NULL UNIQUE REFERENCES wallets (id),
    level TEXT NOT NULL CHECK (level IN ('none', 'basic', 'full')),
    tolerance TEXT NOT NULL CHECK (tolerance <> '' AND tolerance NOT GLOB '*[^0-9.]*'),
    password_above TEXT NOT NULL CHECK (password_above <> '' AND password_above NOT GLOB '*[^0-9.]*'),
    referral_code TEXT NOT NULL UNIQUE CHECK (length(referral_code) = 8),
    referred_by TEXT,
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO "trading_accounts" VALUES('t_00000000000000a0','tess',5,6,'full','0.01','1000','TESS2345',NULL,1763900500);
CREATE TABLE trading_addresses (
    address TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES owners (id),
    asset INTEGER NOT NULL REFERENCES assets (id),
    UNIQUE (owner, asset)
) STRICT, WITHOUT ROWID;
CREATE TABLE trading_feed (
    owner TEXT NOT NULL REFERENCES owners (id),
    position INTEGER NOT NULL CHECK (position >= 0),
    asset INTEGER NOT NULL REFERENCES assets (id),
    PRIMARY KEY (owner, position),
    UNIQUE (owner, asset)
) STRICT, WITHOUT ROWID;
CREATE TABLE trading_key (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    key TEXT NOT NULL CHECK (length(key) = 32 AND key NOT GLOB '*[^0-9a-f]*')
) STRICT;
INSERT INTO "trading_key" VALUES(1,'0123456789abcdef0123456789abcdef');
CREATE TABLE trading_leases (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE trading_methods (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'm_'),
    owner TEXT NOT NULL REFERENCES owners (id),
    kind TEXT NOT NULL CHECK (kind IN ('card', 'bank-account')),
    label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
    network TEXT NOT NULL,
    last_four TEXT NOT NULL CHECK (length(last_four) = 4),
    expires TEXT,
    created_at INTEGER NOT NULL,
    removed_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO "trading_methods" VALUES('m_00000000000000a0','tess','bank-account','Savings','DE','3000',NULL,1763900600,NULL);
CREATE TABLE trading_orders (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'o_'),
    owner TEXT NOT NULL REFERENCES owners (id),
    kind TEXT NOT NULL CHECK (kind IN ('market', 'limit', 'stop')),
    side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
    asset INTEGER NOT NULL REFERENCES assets (id),
    currency TEXT NOT NULL CHECK (currency IN ('USD', 'EUR')),
    amount TEXT NOT NULL CHECK (amount <> '' AND amount NOT GLOB '*[^0-9.]*'),
    amount_in TEXT NOT NULL CHECK (amount_in IN ('cash', 'coin')),
    trigger_price TEXT CHECK (trigger_price <> '' AND trigger_price NOT GLOB '*[^0-9.]*'),
    quote TEXT UNIQUE,
    plan TEXT,
    state TEXT NOT NULL CHECK (state IN ('open', 'filled', 'cancelled', 'expired', 'failed')),
    reason TEXT,
    held_asset INTEGER REFERENCES assets (id),
    held TEXT NOT NULL CHECK (held <> '' AND held NOT GLOB '*[^0-9.]*'),
    created_at INTEGER NOT NULL,
    ends_at INTEGER,
    checked_at INTEGER NOT NULL,
    ended_at INTEGER,
    quantity TEXT CHECK (quantity <> '' AND quantity NOT GLOB '*[^0-9.]*'),
    cash TEXT CHECK (cash <> '' AND cash NOT GLOB '*[^0-9.]*'),
    fee TEXT CHECK (fee <> '' AND fee NOT GLOB '*[^0-9.]*'),
    price TEXT CHECK (price <> '' AND price NOT GLOB '*[^0-9.]*'),
    price_source TEXT,
    price_time INTEGER,
    CHECK ((kind = 'market') = (trigger_price IS NULL)),
    CHECK ((state = 'open') = (ended_at IS NULL)),
    CHECK ((state = 'filled') = (quantity IS NOT NULL)),
    CHECK (kind <> 'market' OR state IN ('filled', 'failed'))
) STRICT, WITHOUT ROWID;
CREATE TABLE "trading_payments" (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'p_'),
    owner TEXT NOT NULL REFERENCES owners (id),
    kind TEXT NOT NULL CHECK (kind IN ('deposit', 'withdrawal')),
    currency TEXT NOT NULL CHECK (currency IN ('USD', 'EUR')),
    amount TEXT NOT NULL CHECK (amount <> '' AND amount NOT GLOB '*[^0-9.]*'),
    fee TEXT NOT NULL CHECK (fee <> '' AND fee NOT GLOB '*[^0-9.]*'),
    counted TEXT NOT NULL CHECK (counted <> '' AND counted NOT GLOB '*[^0-9.]*'),
    method TEXT REFERENCES trading_methods (id),
    state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'settled', 'returned', 'cancelled')),
    reason TEXT,
    requested_at INTEGER NOT NULL,
    sent_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    ended_at INTEGER,
    recorded_at INTEGER NOT NULL,
    end_recorded_at INTEGER CHECK (end_recorded_at >= recorded_at),
    CHECK ((kind = 'withdrawal') = (method IS NOT NULL)),
    CHECK ((state IN ('pending', 'sent')) = (ended_at IS NULL)),
    CHECK ((ended_at IS NULL) = (end_recorded_at IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO "trading_payments" VALUES('p_0000000000000001','tess','deposit','USD','1000','0','0',NULL,'settled',NULL,1764000000,1764005000,1764100000,1764100000,1763901000,1763902000);
INSERT INTO "trading_payments" VALUES('p_0000000000000002','tess','withdrawal','USD','100','0.5','100','m_00000000000000a0','settled',NULL,1764200000,1764205000,1764300000,1764500000,1763903000,1763906000);
INSERT INTO "trading_payments" VALUES('p_0000000000000003','tess','withdrawal','USD','50','0.5','0','m_00000000000000a0','returned','account-closed',1764600000,1764605000,1764700000,1764700000,1763907000,1763908000);
INSERT INTO "trading_payments" VALUES('p_0000000000000004','tess','withdrawal','USD','20','0.5','0','m_00000000000000a0','cancelled',NULL,1764800000,1764805000,1764900000,1764850000,1763909000,1763909500);
INSERT INTO "trading_payments" VALUES('p_0000000000000005','tess','deposit','USD','70','0','0',NULL,'cancelled',NULL,1764900000,1764905000,1765000000,1764950000,1763910000,1763910500);
INSERT INTO "trading_payments" VALUES('p_0000000000000006','tess','withdrawal','USD','30','0.5','30','m_00000000000000a0','pending',NULL,1765000000,1765005000,1765100000,NULL,1763911000,NULL);
INSERT INTO "trading_payments" VALUES('p_0000000000000007','tess','deposit','USD','80','0','0',NULL,'pending',NULL,1765100000,1765105000,1765200000,NULL,1763912000,NULL);
INSERT INTO "trading_payments" VALUES('p_0000000000000008','tess','deposit','USD','90','0','0',NULL,'cancelled',NULL,1765200000,1765205000,1765300000,1763910000,1763913000,1763913000);
CREATE TABLE trading_plans (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'r_'),
    owner TEXT NOT NULL REFERENCES owners (id),
    asset INTEGER NOT NULL REFERENCES assets (id),
    currency TEXT NOT NULL CHECK (currency IN ('USD', 'EUR')),
    amount TEXT NOT NULL CHECK (amount <> '' AND amount NOT GLOB '*[^0-9.]*'),
    every TEXT NOT NULL CHECK (every IN ('day', 'week', 'month')),
    first_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    runs INTEGER NOT NULL CHECK (runs >= 0),
    state TEXT NOT NULL CHECK (state IN ('active', 'ended', 'cancelled')),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE trading_quotes (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'q_'),
    owner TEXT NOT NULL REFERENCES owners (id),
    side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
    asset INTEGER NOT NULL REFERENCES assets (id),
    currency TEXT NOT NULL CHECK (currency IN ('USD', 'EUR')),
    quantity TEXT NOT NULL CHECK (quantity <> '' AND quantity NOT GLOB '*[^0-9.]*'),
    cash TEXT NOT NULL CHECK (cash <> '' AND cash NOT GLOB '*[^0-9.]*'),
    fee TEXT NOT NULL CHECK (fee <> '' AND fee NOT GLOB '*[^0-9.]*'),
    price TEXT NOT NULL CHECK (price <> '' AND price NOT GLOB '*[^0-9.]*'),
    price_usd TEXT NOT NULL CHECK (price_usd <> '' AND price_usd NOT GLOB '*[^0-9.]*'),
    price_source TEXT NOT NULL,
    price_time INTEGER NOT NULL,
    is_quote INTEGER NOT NULL CHECK (is_quote IN (0, 1)),
    rate TEXT NOT NULL CHECK (rate <> '' AND rate NOT GLOB '*[^0-9.]*'),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
) STRICT, WITHOUT ROWID;
CREATE TABLE trading_rewards (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'w_'),
    owner TEXT NOT NULL REFERENCES owners (id),
    referred TEXT NOT NULL UNIQUE,
    currency TEXT NOT NULL CHECK (currency IN ('USD', 'EUR')),
    amount TEXT NOT NULL CHECK (amount <> '' AND amount NOT GLOB '*[^0-9.]*'),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE trading_transfers (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'x_'),
    sender TEXT REFERENCES owners (id),
    receiver TEXT REFERENCES owners (id),
    address TEXT NOT NULL,
    asset INTEGER NOT NULL REFERENCES assets (id),
    quantity TEXT NOT NULL CHECK (quantity <> '' AND quantity NOT GLOB '*[^0-9.]*'),
    fee TEXT NOT NULL CHECK (fee <> '' AND fee NOT GLOB '*[^0-9.]*'),
    note TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    CHECK (sender <> receiver)
) STRICT, WITHOUT ROWID;
CREATE TABLE trading_usage (
    owner TEXT NOT NULL REFERENCES owners (id),
    purpose TEXT NOT NULL CHECK (purpose IN ('trade', 'withdrawal', 'transfer')),
    day INTEGER NOT NULL,
    amount TEXT NOT NULL CHECK (amount <> '' AND amount NOT GLOB '*[^0-9.]*'),
    PRIMARY KEY (owner, purpose, day)
) STRICT, WITHOUT ROWID;
INSERT INTO "trading_usage" VALUES('tess','withdrawal',20415,'130');
CREATE TABLE "transactions" (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES owners (id),
    key TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (
        kind IN ('deposit', 'withdrawal', 'buy', 'sell', 'transfer', 'fee', 'income', 'correction')),
    time INTEGER NOT NULL,
    value TEXT CHECK (value <> '' AND value NOT GLOB '*[^0-9.-]*'),
    corrects INTEGER UNIQUE REFERENCES transactions (id),
    note TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    UNIQUE (owner, key),
    CHECK ((kind = 'correction') = (corrects IS NOT NULL)),
    CHECK (corrects < id)
) STRICT;
INSERT INTO "transactions" VALUES(1,'ann','k1','deposit',1735689700,'100',NULL,'first',1735690000);
INSERT INTO "transactions" VALUES(2,'ann','k2','transfer',1735689800,NULL,NULL,'',1735690001);
INSERT INTO "transactions" VALUES(3,'ann','k3','income',1735689850,'0.5',NULL,'staking',1735690002);
INSERT INTO "transactions" VALUES(4,'ann','k4','deposit',1735689900,NULL,NULL,'wrong',1735690003);
INSERT INTO "transactions" VALUES(5,'ann','k5','correction',1735689900,NULL,4,'',1735690004);
INSERT INTO "transactions" VALUES(6,'tess','trading/p_0000000000000001','deposit',1763902000,NULL,NULL,'deposit p_0000000000000001',1763902000);
INSERT INTO "transactions" VALUES(7,'tess','trading/p_0000000000000002/hold','transfer',1763903000,NULL,NULL,'held',1763903000);
INSERT INTO "transactions" VALUES(8,'tess','trading/p_0000000000000002','withdrawal',1763906000,NULL,NULL,'withdrawal p_0000000000000002',1763906000);
INSERT INTO "transactions" VALUES(9,'tess','trading/p_0000000000000002/fee','fee',1763906000,NULL,NULL,'fee of p_0000000000000002',1763906000);
INSERT INTO "transactions" VALUES(10,'tess','trading/p_0000000000000003/hold','transfer',1763907000,NULL,NULL,'held',1763907000);
INSERT INTO "transactions" VALUES(11,'tess','trading/p_0000000000000003/release','transfer',1763908000,NULL,NULL,'released',1763908000);
INSERT INTO "transactions" VALUES(12,'tess','trading/p_0000000000000004/hold','transfer',1763909000,NULL,NULL,'held',1763909000);
INSERT INTO "transactions" VALUES(13,'tess','trading/p_0000000000000004/release','transfer',1763909500,NULL,NULL,'released',1763909500);
INSERT INTO "transactions" VALUES(14,'tess','trading/p_0000000000000006/hold','transfer',1763911000,NULL,NULL,'held',1763911000);
CREATE TABLE transfers (
    to_wallet INTEGER NOT NULL REFERENCES wallets (id),
    from_wallet INTEGER NOT NULL REFERENCES wallets (id),
    PRIMARY KEY (to_wallet, from_wallet)
) STRICT, WITHOUT ROWID;
INSERT INTO "transfers" VALUES(2,1);
INSERT INTO "transfers" VALUES(5,6);
INSERT INTO "transfers" VALUES(6,5);
CREATE TABLE verification_documents (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'd_'),
    owner TEXT NOT NULL REFERENCES owners (id),
    kind TEXT NOT NULL CHECK (kind IN ('passport', 'identity-card', 'driving-licence', 'residence-permit')),
    side TEXT NOT NULL CHECK (side IN ('front', 'back')),
    attempt INTEGER NOT NULL CHECK (attempt >= 1),
    content TEXT,
    created_at INTEGER NOT NULL,
    delete_at INTEGER,
    deleted_at INTEGER,
    CHECK ((content IS NULL) = (deleted_at IS NOT NULL))
) STRICT;
CREATE TABLE verifications (
    owner TEXT NOT NULL PRIMARY KEY REFERENCES owners (id),
    phone TEXT,
    phone_last_four TEXT,
    phone_verified_at INTEGER,
    code TEXT,
    code_phone TEXT,
    code_last_four TEXT,
    code_expires_at INTEGER,
    code_failures INTEGER NOT NULL CHECK (code_failures >= 0),
    state TEXT NOT NULL CHECK (state IN ('none', 'pending', 'more-needed', 'refused', 'accepted')),
    attempt INTEGER NOT NULL CHECK (attempt >= 1),
    submitted_at INTEGER,
    decided_at INTEGER,
    decided_by TEXT,
    reason TEXT,
    CHECK ((phone IS NULL) = (phone_verified_at IS NULL) AND (phone IS NULL) = (phone_last_four IS NULL)),
    CHECK ((code IS NULL) = (code_expires_at IS NULL) AND (code IS NULL) = (code_phone IS NULL)),
    CHECK ((decided_at IS NULL) = (reason IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
    CHECK (state <> 'pending' OR (submitted_at IS NOT NULL AND phone IS NOT NULL)),
    CHECK (state NOT IN ('more-needed', 'refused', 'accepted') OR decided_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE wallet_transactions (
    wallet INTEGER NOT NULL REFERENCES wallets (id),
    time INTEGER NOT NULL,
    transaction_id INTEGER NOT NULL REFERENCES transactions (id),
    PRIMARY KEY (wallet, time, transaction_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "wallet_transactions" VALUES(1,1735689700,1);
INSERT INTO "wallet_transactions" VALUES(1,1735689800,2);
INSERT INTO "wallet_transactions" VALUES(1,1735689850,3);
INSERT INTO "wallet_transactions" VALUES(1,1735689900,4);
INSERT INTO "wallet_transactions" VALUES(1,1735689900,5);
INSERT INTO "wallet_transactions" VALUES(2,1735689800,2);
INSERT INTO "wallet_transactions" VALUES(5,1763902000,6);
INSERT INTO "wallet_transactions" VALUES(5,1763903000,7);
INSERT INTO "wallet_transactions" VALUES(5,1763907000,10);
INSERT INTO "wallet_transactions" VALUES(5,1763908000,11);
INSERT INTO "wallet_transactions" VALUES(5,1763909000,12);
INSERT INTO "wallet_transactions" VALUES(5,1763909500,13);
INSERT INTO "wallet_transactions" VALUES(5,1763911000,14);
INSERT INTO "wallet_transactions" VALUES(6,1763903000,7);
INSERT INTO "wallet_transactions" VALUES(6,1763906000,8);
INSERT INTO "wallet_transactions" VALUES(6,1763906000,9);
INSERT INTO "wallet_transactions" VALUES(6,1763907000,10);
INSERT INTO "wallet_transactions" VALUES(6,1763908000,11);
INSERT INTO "wallet_transactions" VALUES(6,1763909000,12);
INSERT INTO "wallet_transactions" VALUES(6,1763909500,13);
INSERT INTO "wallet_transactions" VALUES(6,1763911000,14);
CREATE TABLE "wallets" (
    id INTEGER PRIMARY KEY,
    public_id TEXT NOT NULL UNIQUE CHECK (
        length(public_id) = 18 AND substr(public_id, 1, 2) = 'w_' AND substr(public_id, 3) NOT GLOB '*[^0-9a-f]*'),
    owner TEXT NOT NULL REFERENCES owners (id),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    cost_basis TEXT NOT NULL CHECK (cost_basis IN ('fifo', 'lifo', 'hifo', 'average')),
    allows_negative INTEGER NOT NULL CHECK (allows_negative IN (0, 1)),
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
, kind TEXT NOT NULL DEFAULT 'recorded' CHECK (kind IN ('recorded', 'simulated', 'held'))) STRICT;
INSERT INTO "wallets" VALUES(1,'w_0000000000000001','ann','Main','main','fifo',0,1735689600,NULL,'recorded');
INSERT INTO "wallets" VALUES(2,'w_00ff00ff00ff00ff','ann','Ärger','ärger','hifo',0,1735689601,NULL,'recorded');
INSERT INTO "wallets" VALUES(3,'w_1234567890abcdef','ann','Gone','gone','average',1,1735689602,1735689700,'recorded');
INSERT INTO "wallets" VALUES(4,'w_00000000000000b0','bob','Main','main','fifo',0,1735689603,NULL,'recorded');
INSERT INTO "wallets" VALUES(5,'w_00000000000000a5','tess','Simulated account','SIMULATED','fifo',0,1763900500,NULL,'simulated');
INSERT INTO "wallets" VALUES(6,'w_00000000000000a6','tess','Simulated account, held','HELD','fifo',0,1763900500,NULL,'held');
CREATE INDEX assets_by_ticker ON assets (ticker);
CREATE INDEX postings_by_account ON postings (account, time, transaction_id, position, amount);
CREATE TRIGGER postings_are_not_changed BEFORE UPDATE ON postings
BEGIN SELECT RAISE(ABORT, 'postings are never changed'); END;
CREATE TRIGGER wallet_transactions_are_not_changed BEFORE UPDATE ON wallet_transactions
BEGIN SELECT RAISE(ABORT, 'wallet_transactions are never changed'); END;
CREATE INDEX diary_entries_by_asset ON diary_entries (asset);
CREATE TRIGGER diary_entries_are_not_changed BEFORE UPDATE ON diary_entries
BEGIN SELECT RAISE(ABORT, 'diary entries are never changed'); END;
CREATE TRIGGER diary_entries_are_not_deleted BEFORE DELETE ON diary_entries
BEGIN SELECT RAISE(ABORT, 'diary entries are never deleted'); END;
CREATE UNIQUE INDEX wallets_by_name ON wallets (owner, name_key) WHERE deleted_at IS NULL;
CREATE TRIGGER wallets_keep_their_ids BEFORE UPDATE OF id, public_id, owner ON wallets
BEGIN SELECT RAISE(ABORT, 'the id and the owner of a wallet are never changed'); END;
CREATE TRIGGER transactions_are_not_changed BEFORE UPDATE ON transactions
BEGIN SELECT RAISE(ABORT, 'transactions are never changed'); END;
CREATE TRIGGER access_tokens_keep_their_rights BEFORE UPDATE OF id, hash, owner, scope, created_at, expires_at ON access_tokens
BEGIN SELECT RAISE(ABORT, 'the rights of a token are never changed'); END;
CREATE TRIGGER access_tokens_stay_revoked BEFORE UPDATE OF revoked_at ON access_tokens WHEN old.revoked_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a revoked token stays revoked'); END;
CREATE INDEX idempotency_by_start ON idempotency (started_at);
CREATE TRIGGER owners_keep_their_ids BEFORE UPDATE OF id ON owners
BEGIN SELECT RAISE(ABORT, 'the id of an owner is never changed'); END;
CREATE TRIGGER transactions_are_not_deleted BEFORE DELETE ON transactions
WHEN NOT EXISTS (SELECT 1 FROM owners WHERE id = (SELECT old.owner) AND erased_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'transactions are never deleted'); END;
CREATE TRIGGER postings_are_not_deleted BEFORE DELETE ON postings
WHEN NOT EXISTS (SELECT 1 FROM owners WHERE id = (SELECT owner FROM transactions WHERE id = old.transaction_id) AND erased_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'postings are never deleted'); END;
CREATE TRIGGER wallet_transactions_are_not_deleted BEFORE DELETE ON wallet_transactions
WHEN NOT EXISTS (SELECT 1 FROM owners WHERE id = (SELECT owner FROM transactions WHERE id = old.transaction_id) AND erased_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'wallet_transactions are never deleted'); END;
CREATE TRIGGER access_tokens_are_not_deleted BEFORE DELETE ON access_tokens
WHEN NOT EXISTS (SELECT 1 FROM owners WHERE id = old.owner AND erased_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'tokens are never deleted'); END;
CREATE INDEX access_tokens_by_owner ON access_tokens (owner, created_at);
CREATE TRIGGER people_keep_their_ids BEFORE UPDATE OF position, id, owner, created_at ON people
BEGIN SELECT RAISE(ABORT, 'the id and the owner of a person are never changed'); END;
CREATE INDEX sign_ups_by_email ON sign_ups (email_key);
CREATE INDEX links_by_subject ON links (subject, purpose);
CREATE INDEX devices_by_person ON devices (person);
CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX pending_sign_ins_by_person ON pending_sign_ins (person);
CREATE INDEX security_events_by_person ON security_events (person, id);
CREATE INDEX security_events_by_time ON security_events (time);
CREATE TRIGGER security_events_are_not_changed BEFORE UPDATE ON security_events
BEGIN SELECT RAISE(ABORT, 'security events are never changed'); END;
CREATE TRIGGER security_events_are_kept BEFORE DELETE ON security_events
WHEN old.time > CAST(strftime('%s', 'now') AS INTEGER) - 90 * 86400
    AND NOT EXISTS (
        SELECT 1 FROM people JOIN owners ON owners.id = people.owner
        WHERE people.id = old.person AND owners.erased_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'security events are kept for 90 days'); END;
CREATE INDEX mails_by_time ON mails (due_at);
CREATE TRIGGER wallets_keep_their_kind BEFORE UPDATE OF kind ON wallets
BEGIN SELECT RAISE(ABORT, 'the kind of a wallet is never changed'); END;
CREATE INDEX trading_accounts_by_referrer ON trading_accounts (referred_by);
CREATE TRIGGER trading_accounts_keep_their_ids BEFORE UPDATE OF id, owner, wallet, held_wallet ON trading_accounts
BEGIN SELECT RAISE(ABORT, 'the id, the owner and the wallets of an account are never changed'); END;
CREATE INDEX trading_quotes_by_owner ON trading_quotes (owner, expires_at);
CREATE TRIGGER trading_quotes_are_not_changed BEFORE UPDATE ON trading_quotes
BEGIN SELECT RAISE(ABORT, 'quotes are never changed'); END;
CREATE INDEX trading_orders_by_owner ON trading_orders (owner, created_at, id);
CREATE INDEX trading_orders_open ON trading_orders (state, id) WHERE state = 'open';
CREATE TRIGGER trading_orders_end_once BEFORE UPDATE ON trading_orders WHEN old.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'an order that has ended is never changed'); END;
CREATE INDEX trading_plans_by_owner ON trading_plans (owner, created_at);
CREATE INDEX trading_plans_due ON trading_plans (next_at) WHERE state = 'active';
CREATE INDEX trading_methods_by_owner ON trading_methods (owner, created_at);
CREATE INDEX trading_transfers_by_sender ON trading_transfers (sender, created_at, id);
CREATE INDEX trading_transfers_by_receiver ON trading_transfers (receiver, created_at, id);
CREATE INDEX trading_rewards_by_owner ON trading_rewards (owner, created_at, id);
CREATE INDEX verifications_waiting ON verifications (submitted_at) WHERE state = 'pending';
CREATE INDEX phone_codes_by_owner ON phone_codes (owner, sent_at);
CREATE INDEX phone_codes_by_number ON phone_codes (number, sent_at);
CREATE INDEX verification_documents_by_owner ON verification_documents (owner, created_at);
CREATE INDEX verification_documents_due ON verification_documents (delete_at) WHERE deleted_at IS NULL;
CREATE INDEX document_looks_by_owner ON document_looks (owner, time);
CREATE TRIGGER document_looks_are_not_changed BEFORE UPDATE ON document_looks
BEGIN SELECT RAISE(ABORT, 'looks at documents are never changed'); END;
CREATE INDEX support_messages_by_owner ON support_messages (owner, position);
CREATE INDEX support_messages_unread ON support_messages (author, position) WHERE read_at IS NULL;
CREATE INDEX paper_matches_by_owner ON paper_matches (owner);
CREATE TRIGGER paper_matches_are_not_changed BEFORE UPDATE ON paper_matches
BEGIN SELECT RAISE(ABORT, 'paper matches are never changed'); END;
CREATE INDEX paper_match_coins_by_asset ON paper_match_coins (asset);
CREATE INDEX trading_payments_by_owner ON trading_payments (owner, recorded_at, id);
CREATE INDEX trading_payments_due ON trading_payments (due_at) WHERE ended_at IS NULL;
CREATE TRIGGER trading_payments_end_once BEFORE UPDATE ON trading_payments WHEN old.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a payment that has ended is never changed'); END;
CREATE VIEW trading_history AS
    SELECT owner, coalesce(ended_at, created_at) AS time, id, side AS kind, state, asset, quantity, currency, cash, fee, price,
        '' AS other, amount, amount_in, kind AS detail, trigger_price AS trigger, reason, NULL AS due_at
    FROM trading_orders
    UNION ALL
    SELECT owner, coalesce(end_recorded_at, recorded_at), id, kind, state, NULL, NULL, currency, amount,
        iif(state IN ('returned', 'cancelled'), '0', fee), NULL,
        coalesce((SELECT label FROM trading_methods WHERE trading_methods.id = method), ''), amount, 'cash', '', NULL, reason,
        iif(state IN ('returned', 'cancelled'), NULL, due_at)
    FROM trading_payments
    UNION ALL
    SELECT sender, created_at, id, 'send', 'settled', asset, quantity, NULL, NULL, fee, NULL, address, quantity, 'coin',
        note, NULL, NULL, NULL
    FROM trading_transfers WHERE sender IS NOT NULL
    UNION ALL
    SELECT receiver, created_at, id, 'receive', 'settled', asset, quantity, NULL, NULL, '0', NULL, address, quantity, 'coin',
        note, NULL, NULL, NULL
    FROM trading_transfers WHERE receiver IS NOT NULL
    UNION ALL
    SELECT owner, created_at, id, 'reward', 'settled', NULL, NULL, currency, amount, '0', NULL, '', amount, 'cash', '', NULL,
        NULL, NULL
    FROM trading_rewards;
COMMIT;
