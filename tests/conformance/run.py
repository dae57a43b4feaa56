"""Run the conformance suite against any program: `python tests/conformance/run.py -- referee judge`.

The program is started once. It is given one JSON object a line on its standard input and answers each with one line:

    {"position": "classic classic blue,green *8*/10/… 2 - 7H 89 7,7", "turn": "JS-e5"}
    {"problems": [], "sequences": [["blue", ["b2", "c3", "d4", "e5", "f6"]]], "winner": null, "rows": ["*..…", …]}

`problems` are the codes in the order of the suite's README; the rest is what stands after the turn, or before it where
the turn is faulty. Only the standard library is needed. Exit code 0 where every answer agrees.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

SUITE = Path(__file__).parent / "suite.jsonl"
ASKED = ("position", "turn")
ANSWERED = ("problems", "sequences", "winner", "rows")


def differences(case, answer):
    """Which parts of an answer are otherwise than in the suite, in words."""
    found = []
    for key in ANSWERED:
        told, due = answer.get(key), case[key]
        if key == "sequences" and isinstance(told, list):
            told = sorted([team, sorted(spaces)] for team, spaces in told)
        if told != due:
            found.append(f"{key}: {json.dumps(told)} in place of {json.dumps(due)}")
    return found


def main():
    """Put every case before the program and count what agrees."""
    parser = argparse.ArgumentParser(description="Compare a program's rules of Sequence with the suite.")
    parser.add_argument("--suite", type=Path, default=SUITE, help="the cases, a JSON object a line")
    parser.add_argument("--rule", help="only cases that show this rule or problem, as S5 or locked")
    parser.add_argument("--show", type=int, default=10, help="differences to print")
    parser.add_argument("program", nargs="+", help="the program and its words, after --")
    options = parser.parse_args()
    cases = [json.loads(line) for line in options.suite.read_text("utf-8").splitlines()]
    cases = [case for case in cases if not options.rule or options.rule in case["rules"]]
    asked = "".join(json.dumps({key: case[key] for key in ASKED}) + "\n" for case in cases)
    done = subprocess.run(options.program, input=asked, stdout=subprocess.PIPE, text=True, check=False)
    answers = done.stdout.splitlines()
    wrong = Counter()
    failed = 0
    for number, case in enumerate(cases):
        try:
            answer = json.loads(answers[number])
            found = differences(case, answer)
        except (IndexError, ValueError):
            found = ["no answer in JSON"]
        if found:
            failed += 1
            wrong.update(case["rules"])
            if failed <= options.show:
                print(f"case {number + 1}: {case['turn']} in {case['position']}")
                print("".join(f"  {one}\n" for one in found), end="")
    print(f"{len(cases) - failed} of {len(cases)} cases agree.")
    for rule, count in wrong.most_common(10):
        print(f"  {rule}: {count} differ")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
