"""A packing out of contents that column generation has found."""

import math

from ortools.sat.python import cp_model


def round_up(configurations, seconds, workers=1):
    """@returns the cheapest whole numbers of these contents that hold all, as far as found, as (class, counts) per instance"""
    c = configurations
    most = [
        max(math.ceil(count / held) for count, held in zip(c.counts, contents) if held) for _, contents in c.columns
    ]
    model = cp_model.CpModel()
    numbers = [model.new_int_var(0, limit, "") for limit in most]
    for g, count in enumerate(c.counts):
        model.add(cp_model.LinearExpr.weighted_sum(numbers, [contents[g] for _, contents in c.columns]) >= int(count))
    model.minimize(
        cp_model.LinearExpr.weighted_sum(numbers, [c.problem.classes[index].price for index, _ in c.columns])
    )
    for number, variable in zip(numbers, c.variables):
        model.add_hint(number, math.ceil(variable.solution_value() - 1e-6))
    for number in numbers[len(c.variables) :]:
        model.add_hint(number, 0)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.max_time_in_seconds = max(0.05, seconds)
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    packing = []
    missing = [int(count) for count in c.counts]
    for (index, contents), number in zip(c.columns, numbers):
        for _ in range(solver.value(number)):
            counts = [min(held, left) for held, left in zip(contents, missing)]
            missing = [left - held for left, held in zip(missing, counts)]
            packing.append((index, counts))
    return packing
