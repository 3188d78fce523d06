"""Reads a workload, exactly: every figure becomes a whole number of units."""

import json
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import gcd, lcm


@dataclass(frozen=True)
class Group:
    """Processes that are alike in size and in where they may run."""

    cpu: int
    memory: int
    needs_on_demand: bool
    count: int


@dataclass(frozen=True)
class InstanceClass:
    """What may be launched, as often as wanted."""

    cpu: int
    memory: int
    is_spot: bool
    price: int

    def can_run(self, group):
        fits = group.cpu <= self.cpu and group.memory <= self.memory
        return fits and not (self.is_spot and group.needs_on_demand)


@dataclass(frozen=True)
class Problem:
    groups: list
    classes: list
    price_scale: int
    cpu_unit: Fraction
    memory_unit: Fraction
    whole_cpu: int
    whole_memory: int


def spot_limit(strategy, application):
    count = application["count"]
    by_strategy = {"ALL": count, "ALL_BUT_ONE": max(0, count - 1), "HALF_OR_LESS": count // 2, "NONE": 0}[strategy]
    share = Fraction(application.get("maxSpotPercentage", 100))
    return min(by_strategy, int(count * share / 100))


def usable(offering, overhead):
    return (
        Fraction(offering["vcpu"]) - Fraction(overhead["cpu"]),
        Fraction(offering["memoryMib"]) * Fraction(1048576, 1000000) - Fraction(overhead["memoryMb"]),
    )


def cost_with(workload, offering, cores):
    """What an instance costs whose processes use so many cores."""
    cost = Fraction(offering["pricePerHour"]) + Fraction(workload.get("instancePerHour", 0))
    if "surplusPerVcpuHour" not in offering:
        return cost
    beyond = cores + Fraction(workload["overhead"]["cpu"]) - Fraction(offering["baselineVcpu"])
    return cost + Fraction(offering["surplusPerVcpuHour"]) * max(0, beyond)


def rooms_of(workload, offering, cpu_unit):
    """
    How much CPU an instance may be used for at which cost. Of a burstable one each amount that processes can come to is a room of its own: the
    cheapest that holds some processes costs exactly what they do.
    """
    cpu = usable(offering, workload["overhead"])[0]
    if "surplusPerVcpuHour" not in offering:
        return [(cpu, cost_with(workload, offering, 0))]
    paid = Fraction(offering["baselineVcpu"]) - Fraction(workload["overhead"]["cpu"])
    levels = range(max(0, int(paid // cpu_unit)), int(cpu // cpu_unit) + 1)
    return [(level * cpu_unit, cost_with(workload, offering, level * cpu_unit)) for level in levels]


def unit_of(figures):
    """The largest unit of which all figures are whole multiples."""
    figures = [figure for figure in figures if figure > 0]
    if not figures:
        return Fraction(1)
    scale = lcm(*(figure.denominator for figure in figures))
    return Fraction(gcd(*(int(figure * scale) for figure in figures)), scale)


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_float=Decimal)


def problem_of(workload):
    if any("cpuUsed" in one for one in workload["applications"]):
        raise SystemExit("Here every process uses what it asks for; cpuUsed is not looked at.")
    if workload.get("goesOnWithout", "NOTHING") != "NOTHING":
        raise SystemExit("Here any instance may hold all of an application; goesOnWithout is not looked at.")
    offered = {(one["instanceType"], one["zone"], one["market"]) for one in workload["offerings"]}
    for running in workload.get("fleet", []):
        if (running["instanceType"], running["zone"], running["market"]) not in offered:
            raise SystemExit("An instance of the fleet is no longer offered; only launches are looked at here.")
    offerings = [
        (*usable(one, workload["overhead"]), one["market"] == "spot", one) for one in workload["offerings"]
    ]
    demands = {}
    for application in workload["applications"]:
        size = (Fraction(application["cpu"]), Fraction(application["memoryMb"]))
        fitting = [is_spot for cpu, memory, is_spot, _ in offerings if cpu >= size[0] and memory >= size[1]]
        limit = spot_limit(workload["spotStrategy"], application)
        bound_to_on_demand = application["count"] - limit if False in fitting else 0
        for needs_on_demand, count in ((False, limit if fitting else 0), (True, bound_to_on_demand)):
            key = (*size, needs_on_demand)
            demands[key] = demands.get(key, 0) + count
    demands = {key: count for key, count in demands.items() if count > 0}
    cpu_unit = unit_of([cpu for cpu, _, _ in demands])
    memory_unit = unit_of([memory for _, memory, _ in demands])
    groups = [
        Group(int(cpu / cpu_unit), int(memory / memory_unit), needs_on_demand, count)
        for (cpu, memory, needs_on_demand), count in sorted(demands.items(), reverse=True)
    ]
    rooms = [
        (cpu, memory, is_spot, price)
        for whole, memory, is_spot, one in offerings
        if whole >= 0 and memory >= 0
        for cpu, price in rooms_of(workload, one, cpu_unit)
    ]
    price_scale = lcm(*(price.denominator for *_, price in rooms), 1)
    whole_cpu = sum(group.cpu * group.count for group in groups)
    whole_memory = sum(group.memory * group.count for group in groups)
    classes = [
        InstanceClass(
            min(int(cpu // cpu_unit), whole_cpu),
            min(int(memory // memory_unit), whole_memory),
            is_spot,
            int(price * price_scale),
        )
        for cpu, memory, is_spot, price in rooms
    ]
    return Problem(
        groups, undominated(classes, groups), price_scale, cpu_unit, memory_unit, whole_cpu, whole_memory
    )


def undominated(classes, groups):
    """Without what another one replaces: as large, as cheap, and open to the same processes."""
    kept = []
    best_first = sorted(classes, key=lambda one: (one.price, -one.cpu, -one.memory, one.is_spot))
    for one in best_first:
        if not any(one.can_run(group) for group in groups):
            continue
        if not any(
            other.cpu >= one.cpu and other.memory >= one.memory and (one.is_spot or not other.is_spot)
            for other in kept
        ):
            kept.append(one)
    return kept
