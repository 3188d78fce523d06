"""Holds requests of the SDK against the service models that AWS publishes with botocore.

Reads lines of JSON, {"service", "operation", "input"}, and writes a line for each fault. Parameters, types, required members, lengths, ranges,
enums and patterns are looked at; botocore's own validation leaves the last three to the service.
"""

import base64
import json
import re
import sys

from botocore.loaders import Loader
from botocore.model import ServiceModel

FOLDERS = {
    "ACM": "acm",
    "CloudWatch": "cloudwatch",
    "CloudWatchLogs": "logs",
    "EC2": "ec2",
    "ElasticLoadBalancingV2": "elbv2",
    "EventBridge": "events",
    "IAM": "iam",
    "Route53": "route53",
    "SQS": "sqs",
    "SSM": "ssm",
    "ServiceQuotas": "service-quotas",
    "STS": "sts",
}
TYPES = {
    "structure": dict,
    "map": dict,
    "list": list,
    "string": str,
    "character": str,
    "boolean": bool,
    "integer": int,
    "long": int,
    "float": (int, float),
    "double": (int, float),
    "timestamp": (str, int, float),
    "blob": str,
}


def faults_of(shape, value, path):
    expected = TYPES[shape.type_name]
    if not isinstance(value, expected) or (isinstance(value, bool) and bool is not expected):
        yield f"{path} is no {shape.type_name}"
        return
    if shape.type_name == "structure":
        yield from faults_of_structure(shape, value, path)
    elif shape.type_name == "list":
        yield from faults_of_size(shape, len(value), path)
        for index, one in enumerate(value):
            yield from faults_of(shape.member, one, f"{path}[{index}]")
    elif shape.type_name == "map":
        yield from faults_of_size(shape, len(value), path)
        for key, one in value.items():
            yield from faults_of(shape.key, key, f"{path} key {key}")
            yield from faults_of(shape.value, one, f"{path}.{key}")
    elif shape.type_name == "string":
        yield from faults_of_size(shape, len(value), path)
        yield from faults_of_text(shape, value, path)
    elif shape.type_name == "blob":
        yield from faults_of_size(shape, len(base64.b64decode(value)), path)
    elif shape.type_name in ("integer", "long", "float", "double"):
        yield from faults_of_size(shape, value, path)


def faults_of_structure(shape, value, path):
    for name in shape.required_members:
        if name not in value and not shape.members[name].metadata.get("idempotencyToken"):
            yield f"{path} lacks {name}"
    for name, one in value.items():
        if name in shape.members:
            yield from faults_of(shape.members[name], one, f"{path}.{name}")
        else:
            yield f"{path} has no member {name}"


def faults_of_size(shape, size, path):
    least, most = shape.metadata.get("min"), shape.metadata.get("max")
    if least is not None and size < least:
        yield f"{path} is {size}, less than {least}"
    if most is not None and size > most:
        yield f"{path} is {size}, more than {most}"


def faults_of_text(shape, value, path):
    if shape.enum and value not in shape.enum:
        yield f"{path} is {value!r}, none of {', '.join(shape.enum)}"
    pattern = shape.metadata.get("pattern")
    if pattern is None:
        return
    try:
        # Java's, in which models are written, has classes of POSIX and Unicode that Python lacks.
        expression = re.compile(pattern.replace(r"\p{ASCII}", r"[\x00-\x7F]"))
    except re.error:
        return
    if not expression.fullmatch(value):
        yield f"{path} is {value!r}, which does not match {pattern}"


def main():
    loader = Loader()
    models = {}
    seen = set()
    for line in sys.stdin:
        request = json.loads(line)
        service, operation = request["service"], request["operation"]
        if service not in models:
            models[service] = ServiceModel(loader.load_service_model(FOLDERS[service], "service-2"))
        shape = models[service].operation_model(operation).input_shape
        for fault in faults_of(shape, request["input"], operation) if shape else ():
            if fault not in seen:
                seen.add(fault)
                print(fault)


main()
