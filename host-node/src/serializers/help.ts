// The texts of --help of the serializer commands. Nothing else.

const RUN = `Usage: echometer run serializers [options]

Encodes and decodes the five data types with every serializer of JavaScript and Python, checks that
every value comes back, writes logs row by row and analyses them. Progress goes to stderr.

  --run-mode NAME    smoke or quick (3 repetitions in 2 processes, cold only, not for publication),
                     all-single (10 in 5), full (100 in 5) or research (500 in 9); the
                     default follows --profile
  --profile NAME     smoke and quick mean smoke; full means full, cold and warm: about an hour
  --serializer LIST  rows whose id contains one of these words
  --data LIST        message, document, telemetry, strings, event; a file (JSON, or a module whose
                     default export gives the value) adds your own value to them
  --rows LIST        files with rows of your own: a JavaScript module or a Python file (docs/rows.md)
  --rows-command CMD a program that speaks the protocol of docs/rows.md; quotes keep spaces
  --mode LIST        bytes, stream
  --language LIST    javascript, python (the default), swift (in a clone, with Swift 6)
  --python PATH      the Python of the Python rows (default python3)
  --seed N           the seed of the data and of the order (default 42)
  --out DIR          the run's folder: new or empty (default results/TIME-RANDOM)
  --resume DIR       go on with a run: finished cells are kept
  --json             print stats.json instead of tables
`;

const ANALYZE = `Usage: echometer analyze [SOURCE ...] [options]

Reads serializer logs of any language, says what is wrong with them, and gives the results page; of a run, a packed run or a
file of another tool it gives a table of the cases.
Without --out it prints the page; with --out it writes results.md, stats.json and figures/.

  -l, --language NAME   for logs that do not name their language
  --policy NAME         all, iqr_1.5 (the default), iqr_3 or winsorize_5_95
  --as-published        pool and round as the reference publishes
  --metrics NAME        multi_way, pairwise or full
  --no-intervals        leave the bootstrap intervals out: a million rows in seconds
  --baseline FILE       exit 1 when a case is worse than there, is missing, or lost values; written
                        when it does not exist
  --limit PERCENT       the gate's limit (default 10)
  --allow-missing       what is missing or lost is said and does not count
  --machines different, --anyway   as in echometer compare
  --out DIR             where to write
  --json                print the statistics of every case as JSON (docs/schema/collections.schema.json)
`;

const STATS = `Usage: echometer stats FILE|- [--json]

Summary, interval of the mean and distribution of a column of numbers, one a line.
`;

const CHECK_ROWS = `Usage: echometer check-rows [FILE...] [options]

Asks rows of your own everything that a run asks them, and names the rule of docs/rows.md that one
breaks: a value that does not come back, a size or a time that cannot be, a cached output, a print,
an end. Nothing is measured and nothing written. Exit code 1 when a rule is broken.

  --rows-command CMD a program that speaks the protocol of docs/rows.md
  --data LIST        values of your own, as in run serializers
  --python PATH      the Python of rows in Python
  --json             a list of {row, faults, cells}
`;

export const SERIALIZER_HELP = {
  run: RUN,
  checkRows: CHECK_ROWS,
  analyze: ANALYZE,
  stats: STATS,
} as const;
