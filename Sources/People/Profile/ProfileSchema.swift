/// What a person writes about themselves, and their picture, by owner: with accounts and without.
enum ProfileSchema {
    /// The picture was a column of the account before. A picture that was set without accounts goes to the account that takes over the
    /// machine's own data.
    static let sql = """
        CREATE TABLE profiles (
            owner TEXT NOT NULL PRIMARY KEY REFERENCES owners (id) ON DELETE CASCADE,
            first_name TEXT CHECK (length(first_name) BETWEEN 1 AND 80),
            last_name TEXT CHECK (length(last_name) BETWEEN 1 AND 80),
            login_name TEXT CHECK (length(login_name) BETWEEN 3 AND 30 AND login_name NOT GLOB '*[^A-Za-z0-9._-]*'),
            phone TEXT CHECK (
                length(phone) BETWEEN 8 AND 16 AND phone GLOB '+[1-9]*' AND substr(phone, 2) NOT GLOB '*[^0-9]*'),
            email TEXT CHECK (length(email) BETWEEN 3 AND 254)
        ) STRICT;
        CREATE UNIQUE INDEX profiles_by_login_name ON profiles (login_name COLLATE NOCASE) WHERE login_name IS NOT NULL;
        CREATE TABLE profile_pictures (
            owner TEXT NOT NULL PRIMARY KEY REFERENCES owners (id) ON DELETE CASCADE,
            bytes INTEGER NOT NULL CHECK (bytes = length(jpeg)),
            jpeg BLOB NOT NULL
        ) STRICT;
        INSERT INTO profile_pictures (owner, bytes, jpeg)
            SELECT owner, length(picture), picture FROM people WHERE picture IS NOT NULL;
        ALTER TABLE people DROP COLUMN picture;

        """
}
