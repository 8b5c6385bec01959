"""JSON Schemas of what commands print with ``--json``; `scripts/json_schemas.py` makes them."""

from ucgsim.report.schemas.reading import FOLDER, schema, schema_names

__all__ = ["FOLDER", "schema", "schema_names"]
