"""Evaluates flags with the official SDK and its OFREP provider; reads the questions as JSON and prints the answers as JSON."""

import json
import sys

from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

told = json.load(sys.stdin)
api.set_provider(OFREPProvider(told["url"], headers_factory=lambda: {"Authorization": f"Bearer {told['key']}"}))
client = api.get_client()
context = EvaluationContext("user-1")

details = {
    "boolean": client.get_boolean_details,
    "string": client.get_string_details,
    "integer": client.get_integer_details,
    "float": client.get_float_details,
    "object": client.get_object_details,
}
answers = []
for question in told["questions"]:
    found = details[question["type"]](question["flag"], question["fallback"], context)
    error = found.error_code.value if found.error_code else ""
    answers.append({"value": found.value, "variant": found.variant or "", "error": error})
print(json.dumps(answers))
