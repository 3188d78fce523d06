"""What the instances of a plan hold, as contents to start from."""

from fractions import Fraction

from plan_check import instance_cost, offering_of
from workload import usable


def contents_of(workload, plan, problem):
    sizes = {
        one["name"]: (Fraction(one["cpu"]), Fraction(one["memoryMb"])) for one in workload["applications"]
    }
    groups = {
        (group.cpu * problem.cpu_unit, group.memory * problem.memory_unit, group.needs_on_demand): index
        for index, group in enumerate(problem.groups)
    }
    left = [group.count for group in problem.groups]
    for instance in plan["instances"]:
        counts = [0] * len(groups)
        for name, count in instance["processes"].items():
            # On-demand the processes that must be there come first.
            for needs_on_demand in (True, False) if instance["market"] == "on-demand" else (False,):
                group = groups.get((*sizes[name], needs_on_demand))
                taken = min(count, left[group]) if group is not None else 0
                if taken:
                    counts[group] += taken
                    left[group] -= taken
                    count -= taken
        index = class_of(workload, instance, problem)
        if index is not None:
            yield index, counts


def class_of(workload, instance, problem):
    offering = offering_of(workload, instance)
    _, memory = usable(offering, workload["overhead"])
    cores = {one["name"]: Fraction(one["cpu"]) for one in workload["applications"]}
    used = sum(cores[name] * count for name, count in instance["processes"].items())
    price = instance_cost(workload, instance) * problem.price_scale
    is_spot = offering["market"] == "spot"
    for index, one in enumerate(problem.classes):
        cpu_there = min(int(used // problem.cpu_unit), problem.whole_cpu)
        memory_there = min(int(memory // problem.memory_unit), problem.whole_memory)
        is_open = is_spot or not one.is_spot
        if one.cpu >= cpu_there and one.memory >= memory_there and one.price <= price and is_open:
            return index
    return None
