"""What one instance holds at most, for given values of processes."""

import numpy
from ortools.sat.python import cp_model

# Shares of CPU in the price of room; the best of them bounds a filling as the linear relaxation does.
MIXES = numpy.linspace(0, 1, 17)
# Of how many of them a filling is made.
TRIED = 2


class Filling:
    def __init__(self, problem, workers=1):
        self.problem = problem
        self.workers = workers
        self.cpu = numpy.array([group.cpu for group in problem.groups], dtype=float)
        self.memory = numpy.array([group.memory for group in problem.groups], dtype=float)
        self.sizes = [(group.cpu, group.memory) for group in problem.groups]
        self.most = [
            numpy.array([self._most(one, group) for group in problem.groups]) for one in problem.classes
        ]

    @staticmethod
    def _most(one, group):
        if not one.can_run(group):
            return 0
        rooms = [group.count]
        if group.cpu:
            rooms.append(one.cpu // group.cpu)
        if group.memory:
            rooms.append(one.memory // group.memory)
        return min(rooms)

    def relaxed(self, index, values):
        """An upper bound on what the class holds, and a filling that need not be the best."""
        one, most = self.problem.classes[index], self.most[index]
        usable = numpy.flatnonzero((most > 0) & (values > 1e-12))
        if len(usable) == 0:
            return 0.0, 0.0, numpy.zeros(len(values), dtype=int)
        cpu = self.cpu[usable] / max(one.cpu, 1)
        memory = self.memory[usable] / max(one.memory, 1)
        worth, most = values[usable], most[usable]
        sizes = numpy.maximum(MIXES[:, None] * cpu + (1 - MIXES[:, None]) * memory, 1e-12)
        orders = numpy.argsort(-worth / sizes, axis=1, kind="stable")
        sizes = numpy.take_along_axis(sizes, orders, axis=1)
        most_in_order, worth_in_order = most[orders], worth[orders]
        filled = sizes * most_in_order
        before = numpy.cumsum(filled, axis=1) - filled
        taken = numpy.clip((1 - before) / sizes, 0, most_in_order)
        bounds = (taken * worth_in_order).sum(axis=1)
        least = float(bounds.min())
        best_value, best_counts = -1.0, None
        for mix in numpy.argsort(bounds)[:TRIED]:
            order = orders[mix]
            value, counts = self._greedy(one, usable[order], worth[order], most[order])
            if value > best_value:
                best_value, best_counts = value, counts
        return least * (1 + 1e-9), best_value, best_counts

    def _greedy(self, one, order, worth, most):
        cpu, memory, value = one.cpu, one.memory, 0.0
        counts = numpy.zeros(len(self.cpu), dtype=int)
        sizes = self.sizes
        for group, gain, fit in zip(order.tolist(), worth.tolist(), most.tolist()):
            needed_cpu, needed_memory = sizes[group]
            if needed_cpu > cpu or needed_memory > memory:
                continue
            if needed_cpu and fit * needed_cpu > cpu:
                fit = cpu // needed_cpu
            if needed_memory and fit * needed_memory > memory:
                fit = memory // needed_memory
            counts[group] = fit
            cpu -= fit * needed_cpu
            memory -= fit * needed_memory
            value += fit * gain
        return value, counts

    def best(self, index, values, seconds):
        """As `relaxed`, but by search. The bound is valid also where time runs out."""
        one, most = self.problem.classes[index], self.most[index]
        usable = [g for g in numpy.flatnonzero((most > 0) & (values > 1e-12))]
        counts = numpy.zeros(len(values), dtype=int)
        if not usable:
            return 0.0, 0.0, counts
        # Values are rounded up to whole units, so that the bound stays one.
        unit = float(max(values[usable])) / 1e6
        worth = [int(numpy.ceil(values[g] / unit - 1e-9)) for g in usable]
        model = cp_model.CpModel()
        taken = [model.new_int_var(0, int(most[g]), "") for g in usable]
        groups = self.problem.groups
        model.add(cp_model.LinearExpr.weighted_sum(taken, [groups[g].cpu for g in usable]) <= one.cpu)
        model.add(cp_model.LinearExpr.weighted_sum(taken, [groups[g].memory for g in usable]) <= one.memory)
        model.maximize(cp_model.LinearExpr.weighted_sum(taken, worth))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self.workers
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.relative_gap_limit = 1e-5 if len(usable) < 60 else 1e-4
        status = solver.solve(model)
        bound = self.relaxed(index, values)[0]
        # Stopped before it began, the solver gives zero for a bound.
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            bound = min(solver.best_objective_bound * unit * (1 + 1e-9), bound)
            for g, variable in zip(usable, taken):
                counts[g] = solver.value(variable)
        return bound, float(counts @ values), counts
