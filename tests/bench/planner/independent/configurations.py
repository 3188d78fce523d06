"""The linear programme over whole contents of instances, by column generation, and the bound it gives at any moment."""

import time

import numpy
from ortools.linear_solver import pywraplp

from filling import Filling


class Configurations:
    def __init__(self, problem, deadline, workers=1):
        self.problem = problem
        self.deadline = deadline
        self.filling = Filling(problem, workers)
        self.counts = numpy.array([group.count for group in problem.groups], dtype=float)
        self.prices = numpy.array([one.price for one in problem.classes], dtype=float)
        self.columns = []
        self.known = set()
        self.cuts = []
        self.lower_bound = 0.0
        self.values = None

    def add(self, index, contents):
        key = (index, tuple(int(count) for count in contents))
        if key in self.known or not any(key[1]):
            return False
        self.known.add(key)
        self.columns.append(key)
        return True

    def start(self):
        for g in range(len(self.counts)):
            best = None
            for index, most in enumerate(self.filling.most):
                if most[g] > 0 and (best is None or self.prices[index] / most[g] < best[0]):
                    best = (self.prices[index] / most[g], index, most[g])
            contents = numpy.zeros(len(self.counts), dtype=int)
            contents[g] = best[2]
            self.add(best[1], contents)

    def solve_lp(self):
        if not hasattr(self, "lp"):
            self.lp = pywraplp.Solver.CreateSolver("GLOP")
            self.rows = [self.lp.Constraint(count, self.lp.infinity()) for count in self.counts]
            self.variables = []
            self.lp.Objective().SetMinimization()
        for index, contents in self.columns[len(self.variables) :]:
            variable = self.lp.NumVar(0, self.lp.infinity(), "")
            self.lp.Objective().SetCoefficient(variable, float(self.prices[index]))
            for g, count in enumerate(contents):
                if count:
                    self.rows[g].SetCoefficient(variable, count)
            self.variables.append(variable)
        self.lp.Solve()
        duals = numpy.array([max(0.0, row.dual_value()) for row in self.rows])
        return self.lp.Objective().Value(), duals

    def run(self):
        """Until the bound meets the programme, or time is up."""
        self.start()
        stable = None
        while time.monotonic() < self.deadline:
            least, duals = self.solve_lp()
            self.objective = least
            if self.lower_bound >= least * (1 - 1e-6):
                break
            values = duals if stable is None else 0.7 * stable + 0.3 * duals
            found = self.quick_round(values, duals)
            if found:
                stable = values
                continue
            bound, found = self.proof_round(values, duals)
            if bound > self.lower_bound:
                self.lower_bound, self.values, stable = bound, values, values
            if not found and stable is not None and not numpy.array_equal(values, duals):
                bound, found = self.proof_round(duals, duals)
                if bound > self.lower_bound:
                    self.lower_bound, self.values, stable = bound, duals, duals
            if not found:
                break
        return self.lower_bound

    def quick_round(self, values, duals):
        found = 0
        for index, price in enumerate(self.prices):
            for worth in (values, duals):
                _, value, contents = self.filling.relaxed(index, worth)
                if value and float(contents @ duals) > price * (1 + 1e-4):
                    found += self.add(index, contents)
                    break
        return found

    def proof_round(self, values, duals):
        """@returns the bound these values give, and how many new contents were found"""
        relaxed = [self.filling.relaxed(index, values)[0] for index in range(len(self.prices))]
        ratios = numpy.array(relaxed) / self.prices
        most, found, upper = 1e-9, 0, ratios.copy()
        for index in numpy.argsort(-ratios):
            if ratios[index] <= max(most, 1 - 1e-9) or time.monotonic() > self.deadline:
                break
            bound, value, contents = self.filling.best(index, values, self.seconds())
            upper[index] = bound / self.prices[index]
            most = max(most, upper[index])
            if float(contents @ duals) > self.prices[index] * (1 + 1e-7):
                found += self.add(index, contents)
        self.cuts.append((values, upper * self.prices))
        return float(self.counts @ values) / max(upper.max(), 1e-12), found

    def seconds(self):
        return max(0.05, min(2.0, (self.deadline - time.monotonic()) / 10))
