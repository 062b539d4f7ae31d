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
CREATE TABLE owners (
    id TEXT NOT NULL PRIMARY KEY CHECK (id <> '')
, erased_at INTEGER) STRICT;
INSERT INTO "owners" VALUES('local',NULL);
INSERT INTO "owners" VALUES('ann',NULL);
INSERT INTO "owners" VALUES('bob',NULL);
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
CREATE TABLE transfers (
    to_wallet INTEGER NOT NULL REFERENCES wallets (id),
    from_wallet INTEGER NOT NULL REFERENCES wallets (id),
    PRIMARY KEY (to_wallet, from_wallet)
) STRICT, WITHOUT ROWID;
INSERT INTO "transfers" VALUES(2,1);
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
) STRICT;
INSERT INTO "wallets" VALUES(1,'w_0000000000000001','ann','Main','main','fifo',0,1735689600,NULL);
INSERT INTO "wallets" VALUES(2,'w_00ff00ff00ff00ff','ann','Ärger','ärger','hifo',0,1735689601,NULL);
INSERT INTO "wallets" VALUES(3,'w_1234567890abcdef','ann','Gone','gone','average',1,1735689602,1735689700);
INSERT INTO "wallets" VALUES(4,'w_00000000000000b0','bob','Main','main','fifo',0,1735689603,NULL);
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
COMMIT;
