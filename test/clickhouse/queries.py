"""Runs queries with the kernel's functions in one embedded server.

Usage: queries.py SCRIPT.sql DATABASE_FOLDER < QUERIES.json. Prints a list: for each query its rows, or its error.
"""

import json
import sys

from server import FUEL, open_server


def main() -> None:
    server = open_server(*sys.argv[1:])
    answers: list[object] = []
    for query in json.load(sys.stdin):
        settings = FUEL + query.get("settings", "")
        try:
            lines = server.query(f"{query['sql']} {settings}", "JSONCompactEachRow").bytes().decode().splitlines()
            answers.append({"rows": [json.loads(line) for line in lines]})
        except RuntimeError as error:
            answers.append({"error": str(error)[:500]})
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
