PRAGMA foreign_keys = ON;
BEGIN TRANSACTION;
CREATE TABLE harbour (
  harbour_id INTEGER PRIMARY KEY, -- counted from 1
  "name of harbour" VARCHAR(40) NOT NULL,
  depth REAL DEFAULT 2.5,
  note TEXT
);
CREATE TABLE boat (id int, name text, crew int, home int, PRIMARY KEY (id), FOREIGN KEY (home) REFERENCES harbour(harbour_id));
INSERT INTO harbour VALUES (1, 'Brackmouth', 1.5, NULL);
INSERT INTO harbour VALUES (2, 'Calder Bay', 2.5, NULL);
INSERT INTO harbour VALUES (3, 'Dunhaven', 3.5, 'Keeper''s long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long note');
INSERT INTO harbour VALUES (4, 'Elmpool', 4.5, NULL);
INSERT INTO harbour VALUES (5, 'Farness', 5.5, NULL);
INSERT INTO harbour VALUES (6, 'Gullport', 6.5, NULL);
INSERT INTO boat (id, name, crew, home) VALUES
  (1, 'Amber', 2, 1),
  (2, 'Birch', 3, 2),
  (3, 'Copper', 4, 3),
  (4, 'Dusk', 5, 4),
  (5, 'Ember', 6, 5),
  (6, 'Frost', 2, 6),
  (7, 'Gale', 3, 1),
  (8, 'Heron', 4, 2),
  (9, 'Iris', 5, 3),
  (10, 'Juniper', 6, 4);
CREATE TABLE visit (boat_id INTEGER, harbour_id INTEGER, tons REAL);
INSERT INTO visit VALUES (1, 1, -40.25), (2, 2, -39.25), (3, 3, -36.25), (4, 4, -31.25), (5, 5, -24.25), (6, 6, -15.25), (7, 1, -4.25), (8, 2, 8.75), (9, 3, 23.75), (10, 4, 40.75), (1, 5, 59.75), (2, 6, 80.75), (3, 1, 103.75), (4, 2, 128.75), (5, 3, 155.75), (6, 4, 184.75), (7, 5, 215.75), (8, 6, 248.75), (9, 1, 283.75), (10, 2, 320.75), (1, 3, 359.75), (2, 4, 400.75), (3, 5, 443.75), (4, 6, 488.75), (5, 1, 535.75), (6, 2, 584.75), (7, 3, 635.75), (8, 4, 688.75), (9, 5, 743.75), (10, 6, 800.75), (1, 1, 859.75), (2, 2, 920.75), (3, 3, 983.75), (4, 4, 1048.75), (5, 5, 1115.75), (6, 6, 1184.75), (7, 1, 1255.75), (8, 2, 1328.75), (9, 3, 1403.75), (10, 4, 1480.75), (1, 5, 1559.75), (2, 6, 1640.75), (3, 1, 1723.75), (4, 2, 1808.75), (5, 3, 1895.75), (6, 4, 1984.75), (7, 5, 2075.75), (8, 6, 2168.75), (9, 1, 2263.75), (10, 2, 2360.75), (1, 3, 2459.75), (2, 4, 2560.75), (3, 5, 2663.75), (4, 6, 2768.75), (5, 1, 2875.75), (6, 2, 2984.75), (7, 3, 3095.75), (8, 4, 3208.75), (9, 5, 3323.75), (10, 6, 3440.75), (1, 1, 3559.75), (2, 2, 3680.75), (3, 3, 3803.75), (4, 4, 3928.75), (5, 5, 4055.75), (6, 6, 4184.75), (7, 1, 4315.75), (8, 2, 4448.75), (9, 3, 4583.75), (10, 4, 4720.75), (1, 5, 4859.75), (2, 6, 5000.75), (3, 1, 5143.75), (4, 2, 5288.75), (5, 3, 5435.75), (6, 4, 5584.75), (7, 5, 5735.75), (8, 6, 5888.75), (9, 1, 6043.75), (10, 2, 6200.75), (1, 3, 6359.75), (2, 4, 6520.75), (3, 5, 6683.75), (4, 6, 6848.75), (5, 1, 7015.75), (6, 2, 7184.75), (7, 3, 7355.75), (8, 4, 7528.75), (9, 5, 7703.75), (10, 6, 7880.75);
CREATE INDEX boat_home ON boat (home);
COMMIT;
