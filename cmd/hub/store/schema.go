package store

// steps make the tables, each from the version before. The words in braces stand for the engine's
// types. Times are milliseconds since 1970 by the database's clock, flags 0 or 1.
//
// A rating is sure until a time, and listed if it is in the standings: after the first rated game,
// unless the member is barred.
//
// A row of tab has the place of the table's last record, which is moved with each of them. It is
// the only row that a ply changes, so PostgreSQL leaves room beside it.
var steps = []string{`
CREATE TABLE member (
	id       TEXT PRIMARY KEY,
	name     TEXT NOT NULL,
	search   TEXT NOT NULL,
	computer {int} NOT NULL,
	barred   {int} NOT NULL DEFAULT 0,
	created  {int} NOT NULL,
	games      {int} NOT NULL DEFAULT 0,
	first_game {int} NOT NULL DEFAULT 0,
	last_game  {int} NOT NULL DEFAULT 0
){strict};
CREATE TABLE look (
	look   TEXT PRIMARY KEY,
	member TEXT NOT NULL REFERENCES member ON DELETE CASCADE
){strict};
CREATE INDEX look_member ON look (member);
CREATE TABLE device (
	fingerprint TEXT PRIMARY KEY,
	member      TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
	added       {int} NOT NULL,
	seen        {int} NOT NULL
){strict};
CREATE INDEX device_member ON device (member);
CREATE TABLE code (
	code   TEXT PRIMARY KEY,
	member TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
	lapses {int} NOT NULL,
	used   TEXT NOT NULL DEFAULT ''
){strict};
CREATE TABLE block (
	member TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
	whom   TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
	PRIMARY KEY (member, whom)
){strict};
CREATE TABLE rating (
	member       TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
	discipline   TEXT NOT NULL,
	value        {real} NOT NULL,
	deviation    {real} NOT NULL,
	volatility   {real} NOT NULL,
	rated_at     {int} NOT NULL,
	rated_games  {int} NOT NULL,
	won          {int} NOT NULL,
	drawn        {int} NOT NULL,
	lost         {int} NOT NULL,
	sure         {int} NOT NULL,
	listed       {int} NOT NULL,
	untold_game  TEXT NOT NULL DEFAULT '',
	untold_value {int} NOT NULL DEFAULT 0,
	PRIMARY KEY (member, discipline)
){strict};
CREATE INDEX rating_by_value ON rating (discipline, value DESC, member, sure) WHERE listed = 1;
CREATE INDEX rating_by_floor ON rating (discipline, (value - deviation) DESC, member, sure) WHERE listed = 1;
CREATE TABLE report (
	id    TEXT PRIMARY KEY,
	by    TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
	about TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
	game  TEXT NOT NULL,
	text  TEXT NOT NULL,
	at    {int} NOT NULL
){strict};
CREATE TABLE notice (
	id   TEXT PRIMARY KEY,
	body TEXT NOT NULL
){strict};
CREATE TABLE secret (
	name TEXT PRIMARY KEY,
	body {blob} NOT NULL
){strict};
CREATE TABLE node (
	run     TEXT PRIMARY KEY,
	name    TEXT NOT NULL,
	address TEXT NOT NULL,
	seen    {int} NOT NULL,
	gone    {int} NOT NULL DEFAULT 0
){strict};
CREATE TABLE tab (
	id      TEXT PRIMARY KEY,
	run     TEXT NOT NULL,
	place   {int} NOT NULL,
	made    TEXT NOT NULL,
	number  {int} NOT NULL,
	over    {int} NOT NULL DEFAULT 0,
	setup   {blob} NOT NULL
){strict}{room};
CREATE TABLE record (
	tab   TEXT NOT NULL,
	place {int} NOT NULL,
	body  {blob} NOT NULL,
	PRIMARY KEY (tab, place)
){strict}{rowless};
CREATE TABLE place (
	member TEXT PRIMARY KEY REFERENCES member ON DELETE CASCADE,
	kind   TEXT NOT NULL CHECK (kind IN ('seek', 'open', 'play', 'over')),
	tab    TEXT NOT NULL,
	run    TEXT NOT NULL,
	since  {int} NOT NULL,
	body   {blob} NOT NULL
){strict};
CREATE INDEX place_tab ON place (tab);
CREATE TABLE game (
	id              TEXT PRIMARY KEY,
	number          {int} NOT NULL UNIQUE,
	south           TEXT NOT NULL,
	north           TEXT NOT NULL,
	text            TEXT NOT NULL,
	base            {int} NOT NULL,
	increment       {int} NOT NULL,
	rated           {int} NOT NULL,
	south_rating    {int} NOT NULL,
	south_deviation {int} NOT NULL,
	north_rating    {int} NOT NULL,
	north_deviation {int} NOT NULL,
	ending          TEXT NOT NULL,
	winner          {int} NOT NULL,
	south_store     {int} NOT NULL,
	north_store     {int} NOT NULL,
	began           {int} NOT NULL,
	ended           {int} NOT NULL
){strict};
CREATE INDEX game_south ON game (south, number);
CREATE INDEX game_north ON game (north, number);
CREATE TABLE change (
	n    {int} PRIMARY KEY,
	kind TEXT NOT NULL,
	id   TEXT NOT NULL,
	body {blob} NOT NULL,
	at   {int} NOT NULL
){strict};
CREATE TABLE counter (
	name  TEXT PRIMARY KEY,
	value {int} NOT NULL
){strict}{room};
INSERT INTO counter VALUES ('change', 0), ('game', 0);
`, `
CREATE INDEX game_pair ON game (south, north, number);
CREATE INDEX tab_run ON tab (run, id);
`}
