"""Reads the file of an export with pyarrow and with DuckDB, and prints the rows of each as JSON.

Called with the format and the path. Integers are printed as {"n": digits}, because JSON of other languages has no integers of 64
bits; times as RFC 3339 with nine digits.
"""

import datetime
import json
import math
import sys

import duckdb
import pyarrow
import pyarrow.csv
import pyarrow.json
import pyarrow.parquet

NANOSECONDS = 1_000_000_000


def time_text(nanoseconds):
    seconds, rest = divmod(nanoseconds, NANOSECONDS)
    moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{rest:09d}Z"


def plain(value):
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return {"n": str(value)}
    if isinstance(value, float):
        if not math.isfinite(value):
            return {"n": str(value)}
        return {"n": str(int(value))} if value.is_integer() and abs(value) < 2**53 else value
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(member) for member in value]
    if isinstance(value, bytes):
        return value.decode()
    raise TypeError(f"a value of the type {type(value)}")


def parquet_with_pyarrow(path):
    columns = {}
    for name, column in zip(*(lambda t: (t.column_names, t.columns))(pyarrow.parquet.read_table(path))):
        if pyarrow.types.is_timestamp(column.type):
            assert column.type.unit == "ns", f"{name} has the unit {column.type.unit}"
            values = [None if v is None else time_text(v) for v in column.cast(pyarrow.int64()).to_pylist()]
        elif pyarrow.types.is_map(column.type):
            values = [None if v is None else dict(v) for v in column.to_pylist()]
        else:
            values = column.to_pylist()
        columns[name] = [plain(value) for value in values]
    return [dict(zip(columns, row)) for row in zip(*columns.values())]


def rows_of(relation, values=plain):
    return [dict(zip(relation.columns, map(values, row))) for row in relation.fetchall()]


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def parquet_with_duckdb(path):
    relation = duckdb.read_parquet(path)
    times = {name for name, kind in zip(relation.columns, relation.types) if "TIMESTAMP" in str(kind)}
    chosen = [f"epoch_ns({quoted(n)}) AS {quoted(n)}" if n in times else quoted(n) for n in relation.columns]
    found = []
    for row in relation.project(", ".join(chosen)).fetchall():
        named = zip(relation.columns, row)
        found.append({n: time_text(v) if n in times and v is not None else plain(v) for n, v in named})
    return found


def csv_with_pyarrow(path):
    parsing = pyarrow.csv.ParseOptions(newlines_in_values=True)
    with open(path, encoding="utf-8", newline="") as file:
        names = file.readline().rstrip("\r\n")[1:-1].split('","')
    conversion = pyarrow.csv.ConvertOptions(
        column_types={name: pyarrow.string() for name in names}, strings_can_be_null=False
    )
    table = pyarrow.csv.read_csv(path, parse_options=parsing, convert_options=conversion)
    assert table.column_names == names, "the header has the names"
    return table.to_pylist()


def csv_with_duckdb(path):
    relation = duckdb.sql(
        f"SELECT * FROM read_csv('{path}', header = true, all_varchar = true, delim = ',', quote = '\"', escape = '\"')"
    )
    return rows_of(relation, lambda value: "" if value is None else value)


def json_with_duckdb(path):
    relation = duckdb.sql(f"SELECT json FROM read_ndjson_objects('{path}')")
    return [plain(json.loads(text)) for (text,) in relation.fetchall()]


def json_with_pyarrow(path):
    """The columns that are not nested: a column of objects has another type in each row."""
    with open(path, encoding="utf-8") as file:
        first = [json.loads(line) for line in file]
    scalar = {n for n in first[0] if not any(isinstance(row[n], (dict, list)) for row in first)}
    kinds = {str: pyarrow.string(), bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64()}
    fields = []
    for name in sorted(scalar):
        found = {type(row[name]) for row in first if row[name] is not None} or {str}
        fields.append((name, kinds[float if float in found else found.pop()]))
    parsing = pyarrow.json.ParseOptions(explicit_schema=pyarrow.schema(fields), unexpected_field_behavior="ignore")
    return [plain(row) for row in pyarrow.json.read_json(path, parse_options=parsing).to_pylist()]


READERS = {
    "parquet": {"pyarrow": parquet_with_pyarrow, "DuckDB": parquet_with_duckdb},
    "csv": {"pyarrow": csv_with_pyarrow, "DuckDB": csv_with_duckdb},
    "json": {"pyarrow": json_with_pyarrow, "DuckDB": json_with_duckdb},
}
duckdb.sql("SET TimeZone = 'UTC'")
readers = READERS[sys.argv[1]]
json.dump({name: read(sys.argv[2]) for name, read in readers.items()}, sys.stdout)
