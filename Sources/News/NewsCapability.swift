import Store

extension Capability {
    /// News from feeds, tied to coins.
    package static let news = Capability(
        "news", migrations: [Migration("articles", articles)], tables: [RegisteredTable(NewsMark.self)],
        archive: [.rows("news-marks.json", NewsMark.self)])

    private static let articles = """
        CREATE TABLE news_sources (
            name TEXT NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 60),
            address TEXT NOT NULL,
            host TEXT NOT NULL,
            etag TEXT,
            modified TEXT,
            ttl INTEGER,
            last_success_at INTEGER,
            last_error TEXT,
            last_error_at INTEGER,
            next_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE news_articles (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 18 AND substr(id, 1, 2) = 'e_'),
            title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
            summary TEXT NOT NULL CHECK (length(summary) <= 2000),
            link TEXT NOT NULL,
            published_at INTEGER NOT NULL,
            words TEXT NOT NULL
        ) STRICT;
        CREATE INDEX news_articles_by_time ON news_articles (published_at);
        CREATE TABLE news_items (
            source TEXT NOT NULL REFERENCES news_sources (name) ON DELETE CASCADE,
            guid TEXT NOT NULL,
            article INTEGER NOT NULL REFERENCES news_articles (position) ON DELETE CASCADE,
            publisher TEXT NOT NULL,
            link_key TEXT NOT NULL,
            published_at INTEGER NOT NULL,
            UNIQUE (source, guid)
        ) STRICT;
        CREATE INDEX news_items_by_article ON news_items (article);
        CREATE INDEX news_items_by_link ON news_items (link_key);
        CREATE INDEX news_items_by_time ON news_items (published_at);
        CREATE INDEX news_items_by_publisher ON news_items (publisher);
        CREATE TABLE news_topics (
            article INTEGER NOT NULL REFERENCES news_articles (position) ON DELETE CASCADE,
            topic TEXT NOT NULL CHECK (length(topic) BETWEEN 1 AND 60),
            topic_key TEXT NOT NULL,
            UNIQUE (article, topic_key)
        ) STRICT;
        CREATE INDEX news_topics_by_key ON news_topics (topic_key);
        CREATE TABLE news_coins (
            article INTEGER NOT NULL REFERENCES news_articles (position) ON DELETE CASCADE,
            asset TEXT NOT NULL REFERENCES assets (slug) ON DELETE CASCADE,
            UNIQUE (article, asset)
        ) STRICT;
        CREATE INDEX news_coins_by_asset ON news_coins (asset);
        CREATE TABLE news_marks (
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            article TEXT NOT NULL REFERENCES news_articles (id) ON DELETE CASCADE,
            read_at INTEGER,
            saved_at INTEGER,
            UNIQUE (owner, article)
        ) STRICT;
        CREATE INDEX news_marks_by_article ON news_marks (article);
        CREATE VIRTUAL TABLE news_search USING fts5 (
            title, summary, content = 'news_articles', content_rowid = 'position', tokenize = 'unicode61 remove_diacritics 2');
        CREATE TRIGGER news_articles_are_indexed AFTER INSERT ON news_articles
        BEGIN INSERT INTO news_search (rowid, title, summary) VALUES (new.position, new.title, new.summary); END;
        CREATE TRIGGER news_articles_are_not_indexed AFTER DELETE ON news_articles
        BEGIN INSERT INTO news_search (news_search, rowid, title, summary) VALUES ('delete', old.position, old.title, old.summary); END;

        """
}
