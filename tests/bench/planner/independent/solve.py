"""
What a workload costs at least, and what the cheapest packing found costs, by code that shares nothing with the planner.

    python solve.py workload.json SECONDS [--plan plan.json] [--workers 1] [--verbose]

prints {"costPerHour", "lowerBoundPerHour", "seconds", "planFaults"}; costPerHour is null where no packing was found. A plan without faults serves as
the first packing, and those it has are listed.
"""

import argparse
import json
import math
import sys
import time

from configurations import Configurations
from counting import Counting
from plan_check import cost_of, faults_of
from rounding import round_up
from seeding import contents_of
from workload import problem_of, read_json

# Up to so many processes the numbers of instances are decided one by one.
FEW = 200


def solve(workload, seconds, plan=None, workers=1, log=lambda text: None):
    began = time.monotonic()
    problem = problem_of(workload)
    faults = faults_of(workload, plan) if plan else []
    costs = [cost_of(workload, plan)] if plan and not faults else []
    answer = {"planFaults": faults}
    bound = 0.0
    if problem.groups:
        contents = list(contents_of(workload, plan, problem)) if costs else []
        best, bound = search(problem, contents, began, seconds, costs, workers, log)
        costs.extend(best)
    else:
        costs.append(0)
    answer["costPerHour"] = float(min(costs)) if costs else None
    answer["lowerBoundPerHour"] = bound
    answer["seconds"] = round(time.monotonic() - began, 3)
    return answer


def search(problem, contents, began, seconds, costs, workers, log):
    are_few = sum(group.count for group in problem.groups) <= FEW
    scale = problem.price_scale
    configurations = Configurations(problem, began + seconds * (0.4 if are_few else 0.9), workers, log)
    for index, counts in contents:
        configurations.add(index, counts)
    configurations.run()
    log(f"configurations: {configurations.lower_bound / scale:.6f} after {time.monotonic() - began:.1f} s")
    left = began + seconds - time.monotonic()
    packing = round_up(configurations, left / 6 if are_few else left, workers)
    found = sum(problem.classes[index].price for index, _ in packing) if packing else None
    known = [math.ceil(cost * scale) for cost in costs] + ([found] if packing else [])
    bound = math.ceil(configurations.lower_bound * (1 - 1e-9) - 1e-6) if are_few else configurations.lower_bound
    log(f"rounded: {found and found / scale} after {time.monotonic() - began:.1f} s")
    if are_few and known and configurations.values is not None:
        counting = Counting(configurations, began + seconds, bound, min(known), workers, log)
        bound = counting.run()
        if counting.best:
            found = counting.best_cost
    return ([found / scale] if found is not None else []), bound / scale


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("workload")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--plan")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    chosen = parser.parse_args()
    tell = (lambda text: print(text, file=sys.stderr, flush=True)) if chosen.verbose else (lambda text: None)
    plan = read_json(chosen.plan) if chosen.plan else None
    print(json.dumps(solve(read_json(chosen.workload), chosen.seconds, plan, chosen.workers, tell)))
