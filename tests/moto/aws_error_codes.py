"""Writes the codes of all errors that the service models of botocore know for the services in its arguments, a line each."""

import sys

from botocore.loaders import Loader
from botocore.model import ServiceModel

for folder in sys.argv[1:]:
    for shape in ServiceModel(Loader().load_service_model(folder, "service-2")).error_shapes:
        print(shape.name)
        print(shape.metadata.get("error", {}).get("code", shape.name))
