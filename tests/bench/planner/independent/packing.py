"""Whether given instances hold all processes."""

from ortools.sat.python import cp_model


def pack(problem, numbers, seconds, workers=1):
    """@returns the content of each instance as (class, counts), False where there is no way, None where time ran out"""
    instances = [index for index, number in enumerate(numbers) for _ in range(number)]
    groups = problem.groups
    model = cp_model.CpModel()
    placed = []
    for index in instances:
        one = problem.classes[index]
        row = []
        for group in groups:
            most = group.count if one.can_run(group) else 0
            if group.cpu:
                most = min(most, one.cpu // group.cpu)
            if group.memory:
                most = min(most, one.memory // group.memory)
            row.append(model.new_int_var(0, most, ""))
        placed.append(row)
        model.add(cp_model.LinearExpr.weighted_sum(row, [group.cpu for group in groups]) <= one.cpu)
        model.add(cp_model.LinearExpr.weighted_sum(row, [group.memory for group in groups]) <= one.memory)
    for g, group in enumerate(groups):
        model.add(cp_model.LinearExpr.sum([row[g] for row in placed]) == group.count)
    break_symmetry(model, problem, instances, placed)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.max_time_in_seconds = max(0.01, seconds)
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return False
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [(index, [solver.value(one) for one in row]) for index, row in zip(instances, placed)]


def break_symmetry(model, problem, instances, placed):
    """Of instances alike, the one before has no less load."""
    weights = [group.cpu * 1009 + group.memory * 7 + position for position, group in enumerate(problem.groups)]
    for (one, row), (other, following) in zip(zip(instances, placed), zip(instances[1:], placed[1:])):
        if one == other:
            model.add(
                cp_model.LinearExpr.weighted_sum(row, weights)
                >= cp_model.LinearExpr.weighted_sum(following, weights)
            )
