"""The linear programme over whole contents of instances, by column generation, and the bound it gives at any moment."""

import time

import numpy
from ortools.linear_solver import pywraplp

from filling import Filling

# So many new contents make a round of searching worth a new solution of the programme.
ENOUGH = 8


class Configurations:
    def __init__(self, problem, deadline, workers=1, log=lambda text: None):
        self.log = log
        self.problem = problem
        self.deadline = deadline
        self.filling = Filling(problem, workers)
        self.counts = numpy.array([group.count for group in problem.groups], dtype=float)
        self.prices = numpy.array([one.price for one in problem.classes], dtype=float)
        self.columns = []
        self.known = set()
        self.cuts = []
        self.lower_bound = 0.0
        self.lp, self.variables = None, []
        self.values = None
        self.rounds = 0
        self.ratios = numpy.full(len(problem.classes), numpy.inf)

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
        if self.lp is None:
            self.lp = pywraplp.Solver.CreateSolver("GLOP")
            self.rows = [self.lp.Constraint(count, self.lp.infinity()) for count in self.counts]
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
        """
        Until the bound meets the programme, or time is up. Contents are looked for between values that give the best bound so far and
        those of the programme, which alone swing from round to round.
        """
        self.start()
        inner, share = None, 0.5
        while time.monotonic() < self.deadline:
            self.objective, outer = self.solve_lp()
            if self.lower_bound >= self.objective * (1 - 1e-6):
                break
            values = outer if inner is None else share * inner + (1 - share) * outer
            if self.quick_round(values):
                continue
            ratio, found = self.proof_round(values)
            bound = float(self.counts @ values) / ratio
            self.log(f"programme {self.objective:.0f}, bound {bound:.0f}, {len(self.columns)} contents")
            if bound > self.lower_bound:
                self.lower_bound, self.values, inner = bound, values, values / ratio
            if not found:
                if share == 0:
                    break
                share = 0 if share < 0.1 else share / 2
        return self.lower_bound

    def quick_round(self, values):
        """@returns how many new contents were found without search that are worth more than their instance"""
        self.rounds += 1
        found = 0
        for index, price in enumerate(self.prices):
            # Classes far from paying are looked at now and then only.
            if self.ratios[index] < 0.97 and self.rounds % 4:
                continue
            bound, value, contents = self.filling.relaxed(index, values)
            self.ratios[index] = bound / price
            if value > price * (1 + 1e-5):
                found += self.add(index, contents)
        return found

    def proof_round(self, values):
        """@returns by how much instances hold more than their price at most, and how many new contents were found"""
        relaxed = [self.filling.relaxed(index, values)[0] for index in range(len(self.prices))]
        ratios = numpy.array(relaxed) / self.prices
        most, found, upper = 1e-9, 0, ratios.copy()
        for index in numpy.argsort(-ratios):
            # Once the bound is settled, only contents are looked for, and not many.
            is_settled = ratios[index] <= max(most, 1 - 1e-9)
            if (is_settled and (found >= ENOUGH or ratios[index] <= 1)) or time.monotonic() > self.deadline:
                break
            bound, value, contents = self.filling.best(index, values, self.seconds())
            upper[index] = bound / self.prices[index]
            most = max(most, upper[index])
            if value > self.prices[index] * (1 + 1e-7):
                found += self.add(index, contents)
        self.cuts.append((values, upper * self.prices))
        return max(float(upper.max()), 1e-12), found

    def seconds(self):
        return max(0.05, min(2.0, (self.deadline - time.monotonic()) / 10))
