"""
For few instances: decides how many of each class first, as an integer programme, and packs then. What cannot be packed becomes a cut: values of processes
that these instances cannot hold, or, where fractions of contents could, that no instances that would find room in these can do.
"""

import math
import time

import numpy
from ortools.linear_solver import pywraplp
from ortools.sat.python import cp_model

from packing import pack

SCALE = 10**6


class Counting:
    def __init__(self, configurations, deadline, lower_bound, best_cost, workers=1, log=None):
        self.c = configurations
        self.problem = configurations.problem
        self.deadline = deadline
        self.workers = workers
        self.best_cost = best_cost
        self.best = None
        # Of all that was not ruled out or set aside.
        self.open_bound = lower_bound
        self.cuts = []
        self.refused = []
        self.undecided = []
        self.log = log or (lambda text: None)

    def left(self):
        return self.deadline - time.monotonic()

    def run(self):
        """@returns the bound in units of price"""
        for values, most in self.c.cuts[-12:]:
            self.add_cut(values, most)
        while self.left() > 0.05:
            bound, numbers = self.next_numbers()
            self.open_bound = max(self.open_bound, min(bound, self.best_cost))
            if numbers is None:
                break
            if not self.cut_off(numbers) and self.left() > 0.05:
                self.try_packing(numbers, self.left() / 6)
        while self.undecided and self.left() > 0.5:
            self.try_packing(self.undecided.pop(0)[1], self.left() / 2)
        return min([self.open_bound, *(cost for cost, _ in self.undecided)])

    def try_packing(self, numbers, seconds):
        cost = sum(number * one.price for number, one in zip(numbers, self.problem.classes))
        if cost >= self.best_cost:
            return
        packed = pack(self.problem, numbers, seconds, self.workers)
        self.log(f"{numbers} at {cost}: {'unknown' if packed is None else bool(packed)}")
        if packed:
            self.best, self.best_cost = packed, cost
            self.undecided = [one for one in self.undecided if one[0] < cost]
            # Nothing cheaper is left but what is undecided and what was not looked at yet.
            self.open_bound = min(self.open_bound, cost)
            return
        self.refused.append(numbers)
        if packed is None:
            self.undecided.append((cost, numbers))
            self.undecided.sort()
            return
        larger = self.grown(numbers)
        if larger != numbers:
            self.refused.append(larger)

    def add_cut(self, values, most):
        demand = float(self.c.counts @ values)
        if demand > 0:
            unit = SCALE / demand
            self.cuts.append(([math.ceil(one * unit) for one in most], math.floor(demand * unit)))

    def next_numbers(self):
        """The cheapest numbers of instances that no cut forbids. @returns a bound on their cost, and them, if any are left and were found"""
        classes = self.problem.classes
        model = cp_model.CpModel()
        most = [max(0, (self.best_cost - 1) // one.price) if one.price else sum(map(int, self.c.counts)) for one in classes]
        numbers = [model.new_int_var(0, int(limit), "") for limit in most]
        cost = cp_model.LinearExpr.weighted_sum(numbers, [one.price for one in classes])
        model.add(cost >= self.open_bound)
        model.add(cost <= self.best_cost - 1)
        for held, needed in self.cuts:
            # More than is needed counts no more than what is needed.
            model.add(cp_model.LinearExpr.weighted_sum(numbers, [min(one, needed) for one in held]) >= needed)
        for refused in self.refused:
            self.forbid(model, numbers, refused)
        model.minimize(cost)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self.workers
        solver.parameters.max_time_in_seconds = max(0.05, self.left())
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return self.best_cost, None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return self.open_bound, None
        return math.ceil(solver.best_objective_bound - 1e-6), [solver.value(number) for number in numbers]

    def forbid(self, model, numbers, refused):
        """Not these instances, nor any that find room in them: of some class there must be more than fit."""
        shares = {index: [] for index, number in enumerate(refused) if number > 0}
        others = []
        for index, one in enumerate(self.problem.classes):
            hosts = [index] if index in shares else [host for host in shares if self.parts(one, host)]
            if hosts:
                host = max(hosts, key=lambda host: (self.parts(one, host), refused[host]))
                shares[host].append((index, self.parts(one, host)))
            else:
                others.append(index)
        ways = []
        if others:
            way = model.new_bool_var("")
            model.add(cp_model.LinearExpr.sum([numbers[index] for index in others]) >= 1).only_enforce_if(way)
            ways.append(way)
        for host, parts in shares.items():
            whole = max(part for _, part in parts)
            room = cp_model.LinearExpr.weighted_sum(
                [numbers[index] for index, _ in parts], [whole // part for _, part in parts]
            )
            way = model.new_bool_var("")
            model.add(room >= refused[host] * whole + 1).only_enforce_if(way)
            ways.append(way)
        model.add_bool_or(ways)

    def parts(self, one, host):
        """How many instances like `one` could be cut out of `host`, rounded down to a power of two, as those can be mixed without loss."""
        other = self.problem.classes[host]
        if one.is_spot is False and other.is_spot:
            return 0
        if one.cpu > other.cpu or one.memory > other.memory:
            return 0
        times = min(
            other.cpu // one.cpu if one.cpu else 1 << 20, other.memory // one.memory if one.memory else 1 << 20
        )
        return 1 << (times.bit_length() - 1)

    def grown(self, numbers):
        """The same in larger instances, as long as those cannot hold all either."""
        numbers = list(numbers)
        classes = self.problem.classes
        for index in sorted(range(len(numbers)), key=lambda one: classes[one].price):
            if not numbers[index]:
                continue
            larger = [
                other
                for other in range(len(numbers))
                if other != index and self.parts(classes[index], other) == 1 and self.left() > 1
            ]
            for other in sorted(larger, key=lambda one: classes[one].price)[:4]:
                tried = list(numbers)
                tried[index] -= 1
                tried[other] += 1
                if pack(self.problem, tried, min(0.5, self.left() / 20), self.workers) is not False:
                    break
                numbers = tried
                index = other
        return numbers

    def cut_off(self, numbers):
        """Adds a cut where not even fractions of contents hold all. @returns whether there was one"""
        c = self.c
        lp = pywraplp.Solver.CreateSolver("GLOP")
        infinity = lp.infinity()
        rows = [lp.Constraint(count, infinity) for count in c.counts]
        used = [index for index, number in enumerate(numbers) if number > 0]
        limits = {index: lp.Constraint(-infinity, numbers[index]) for index in used}
        worth = numpy.maximum(c.values, c.values.max() * 1e-3) * 1.5 / c.prices.mean()
        for row, price in zip(rows, worth):
            missing = lp.NumVar(0, infinity, "")
            lp.Objective().SetCoefficient(missing, float(price))
            row.SetCoefficient(missing, 1)
        lp.Objective().SetMinimization()
        added = 0

        def add(index, contents):
            variable = lp.NumVar(0, infinity, "")
            limits[index].SetCoefficient(variable, 1)
            for g, count in enumerate(contents):
                if count:
                    rows[g].SetCoefficient(variable, float(count))

        while self.left() > 0.02:
            for index, contents in c.columns[added:]:
                if index in limits:
                    add(index, contents)
            added = len(c.columns)
            lp.Solve()
            if lp.Objective().Value() < 1e-7:
                return False
            values = numpy.array([max(0.0, row.dual_value()) for row in rows])
            needed = float(c.counts @ values)
            most, found = {}, 0
            for index in used:
                price = -limits[index].dual_value()
                bound, value, contents = c.filling.relaxed(index, values)
                if value <= price * (1 + 1e-7) + 1e-9:
                    bound, value, contents = c.filling.best(index, values, 1)
                most[index] = bound
                if value > price * (1 + 1e-7) + 1e-9:
                    found += c.add(index, contents)
            if sum(most[index] * numbers[index] for index in used) < needed * (1 - 2e-6):
                held = [
                    most[index] if index in most else c.filling.relaxed(index, values)[0]
                    for index in range(len(numbers))
                ]
                self.add_cut(values, self.sharpened(held, values, needed, most))
                return True
            if not found:
                return False
        return False

    def sharpened(self, held, values, needed, exact):
        for index, price in enumerate(self.c.prices):
            if index not in exact and held[index] < needed and self.left() > 0.2:
                held[index] = self.c.filling.best(index, values, 0.5)[0]
        return held
