"""Whether a plan keeps the rules of the format, by exact arithmetic."""

from fractions import Fraction

from workload import cost_with, spot_limit, usable


def offering_of(workload, instance):
    key = ("instanceType", "zone", "market")
    for one in workload["offerings"]:
        if all(one[name] == instance[name] for name in key):
            return one
    return None


def cost_of(workload, plan):
    return sum(instance_cost(workload, one) for one in plan["instances"])


def instance_cost(workload, instance):
    cores = {one["name"]: Fraction(one.get("cpuUsed", one["cpu"])) for one in workload["applications"]}
    used = sum(cores[name] * count for name, count in instance["processes"].items())
    return cost_with(workload, offering_of(workload, instance), used)


def faults_of(workload, plan):
    faults = []
    applications = {one["name"]: one for one in workload["applications"]}
    placed = {name: 0 for name in applications}
    on_spot = dict(placed)
    in_zone = {}
    for position, instance in enumerate(plan["instances"]):
        offering = offering_of(workload, instance)
        if offering is None:
            faults.append(f"Instance {position} is not offered.")
            continue
        cpu, memory = usable(offering, workload["overhead"])
        for name, count in instance["processes"].items():
            if name not in applications:
                faults.append(f"Instance {position} runs {name}, which is not asked for.")
                continue
            cpu -= Fraction(applications[name]["cpu"]) * count
            memory -= Fraction(applications[name]["memoryMb"]) * count
            placed[name] += count
            if instance["market"] == "spot":
                on_spot[name] += count
            place = (name, instance["zone"])
            in_zone[place] = in_zone.get(place, 0) + count
            if workload.get("goesOnWithout") in ("INSTANCE", "ZONE") and 2 <= applications[name]["count"] <= count:
                faults.append(f"Instance {position} runs all of {name}.")
        if cpu < 0 or memory < 0:
            faults.append(f"Instance {position} ({instance['instanceType']}) is too full.")
    if workload.get("goesOnWithout") == "ZONE":
        for (name, zone), count in in_zone.items():
            if 2 <= applications[name]["count"] <= count:
                faults.append(f"All of {name} runs in {zone}.")
    unplaced = {one["application"]: one["count"] for one in plan.get("unplaced", [])}
    for name, application in applications.items():
        if placed[name] + unplaced.get(name, 0) != application["count"]:
            faults.append(f"{name}: {placed[name]} of {application['count']} placed.")
        if unplaced.get(name, 0) > unplaceable(workload, application):
            faults.append(f"{name}: {unplaced[name]} are unplaced.")
        if on_spot[name] > spot_limit(workload["spotStrategy"], application):
            faults.append(f"{name}: {on_spot[name]} on Spot.")
    return faults


def unplaceable(workload, application):
    markets = set()
    for offering in workload["offerings"]:
        cpu, memory = usable(offering, workload["overhead"])
        if cpu >= Fraction(application["cpu"]) and memory >= Fraction(application["memoryMb"]):
            markets.add(offering["market"])
    if "on-demand" in markets:
        return 0
    limit = spot_limit(workload["spotStrategy"], application) if markets else 0
    return application["count"] - limit
