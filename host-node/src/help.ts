// The texts of --help, one per command. Nothing else.

const GENERAL = `echometer: one WebAssembly kernel measures round trips the same way on every device

Usage: echometer COMMAND [options]

  run [WHAT]         duplex, serializers or all: measure, write a run's folder, print the tables
  report RUN...      report.html, .md, .pdf and figures of runs, side by side
  compare BASE NEW   two runs, logs or lists of them: better, worse, same or unsure
  check-rows FILE... rows of your own against the rules that a run needs
  analyze [LOG...]   tables and statistics of serializer logs
  stats FILE|-       summary of a column of numbers
  export SOURCE...   what other benchmark tools wrote, as JSON with statistics or CSV
  view [RUN...]      the page that shows and recomputes runs, in the browser
  verify [RUN]       this device's kernel against its vectors; with RUN: recompute its numbers
  doctor             what this machine has and lacks, and what to do about it

echometer COMMAND --help explains one command; echometer --version prints the version.
Exit codes: 0 done, 1 a measurement or verification failed, 2 wrong usage or unreadable input,
3 something needed is missing, 4 not comparable, 70 a bug of ours, 130 interrupted.
`;

const RUN = `Usage: echometer run [duplex|serializers|all] [options]

duplex: measures round trips between this host and a Python worker and checks every returned byte.
serializers: see echometer run serializers --help. all, the default: the one, then the other, in one
run's folder; with --only or --worker it means duplex. Progress goes to stderr.

  --profile NAME   smoke (seconds), quick (the default: a minute each) or full (85 trials and ten
                   of the A/A, and serializers cold and warm: more than an hour)
  --only LIST      suites or cases, separated by commas: latency  64B  bulk/256KiB/16/4; another
                   name lists them all
  --seed N         the seed of the order of trials (default 20260929)
  --trials N       trials of every case (default: the profile's, 5); with --resume a finished run
                   is brought up to N
  --python PATH    the Python that runs the worker (default python3, 3.9 or newer)
  --worker CMD     another worker: any program that speaks docs/protocol.md; quotes keep spaces
  --worker-version TEXT   what results and reports call its version
  --lane NAME      how bytes travel: auto, socket (a Unix socket on Node's event loop), blocking (a
                   socket pair, without the event loop), tcp (127.0.0.1), stdio (the worker's
                   standard input and output) or pyodide (the same worker on CPython compiled to
                   WebAssembly, in a thread of the host); blocking and stdio need koffi
  --out DIR        the run's folder: new or empty (default results/TIME-RANDOM)
  --resume DIR     go on with an interrupted run: its suites, its plan, its order, its folder
  --label NAME     the device's name in tables and results
  --timeout S      seconds without a byte after which a trial has failed (default 30)
  --json           print data.json instead of tables
`;

const REPORT = `Usage: echometer report RUN... [--out DIR]

Writes report.html, report.md, report.pdf and figures/*.svg. A RUN is a run's folder (of the duplex
or the serializer suite), an .echometer file (a zip of one), or a CSV log of serializers. Several
runs stand side by side as devices, and the report names what differs between them.

  --out DIR        where to write (default: the first run's folder; beside a packed run)
`;

const VIEW = `Usage: echometer view [RUN...]

Serves the viewer and the runs on 127.0.0.1, at a free port, prints its address and ends with
Ctrl-C. The page recomputes every run with the run's own kernel. Without RUN: drop runs on the page.
`;

const VERIFY = `Usage: echometer verify [RUN]

Without RUN: runs this device's kernel against the vectors of the package and lists every suite.
With RUN (a run's folder or an .echometer file): recomputes data.json from the raw facts with the
run's own kernel and compares it field by field; the first difference is named, with exit code 1.

  --json           print the outcome as JSON
`;

const DOCTOR = `Usage: echometer doctor [options]

Lists what this machine has and lacks for measuring, and what to do about it. Exit code 3 when
something that a run needs is missing.

  --python PATH    the Python to look at (default python3)
  --json           print the findings as JSON
`;

export const HELP = {
  general: GENERAL,
  run: RUN,
  report: REPORT,
  view: VIEW,
  verify: VERIFY,
  doctor: DOCTOR,
} as const;
