import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query } from 'chdb';
import type { NativeBlock } from '../native/block.js';

export type EngineRow = Readonly<Record<string, unknown>>;

/** Reads a block with the engine itself and returns its rows, every value in a form that JSON can represent exactly. */
export function readBlock(block: NativeBlock): EngineRow[] {
  return withFile(block, (file) => {
    const types = describe(file);
    const columns = [...types].map(([name, type]) => `${exact(type, `\`${name}\``)} AS \`${name}\``);
    const text = query(`SELECT ${columns.join(', ')} FROM ${file} SETTINGS max_threads = 1`, 'JSONCompactEachRow');
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => {
      const values = JSON.parse(line) as unknown[];
      return Object.fromEntries([...types.keys()].map((name, index) => [name, values[index]]));
    });
  });
}

/** The column names and types that the engine finds in a block. */
export function readTypes(block: NativeBlock): ReadonlyMap<string, string> {
  return withFile(block, describe);
}

/** One value computed by the engine from the rows of a block. */
export function readValue(block: NativeBlock, expression: string): string {
  return withFile(block, (file) => query(`SELECT ${expression} FROM ${file}`, 'TabSeparated').trim());
}

function withFile<Result>(block: NativeBlock, read: (file: string) => Result): Result {
  const directory = mkdtempSync(join(tmpdir(), 'otlp-block-'));
  try {
    const path = join(directory, 'block.native');
    writeFileSync(path, block.bytes);
    return read(`file('${path}', 'Native')`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function describe(file: string): Map<string, string> {
  const rows = query(`DESCRIBE TABLE ${file}`, 'JSONCompactEachRow').split('\n');
  return new Map(
    rows.filter((row) => row !== '').map((row) => (JSON.parse(row) as string[]).slice(0, 2) as [string, string]),
  );
}

/** Numbers of 64 bits as decimal text, doubles as their bits, ids as hexadecimal, maps as [keys, values]. */
function exact(type: string, value: string): string {
  if (type.startsWith('Array(')) return `arrayMap(x -> ${exact(type.slice(6, -1), 'x')}, ${value})`;
  if (type.startsWith('Map(')) return `tuple(CAST(mapKeys(${value}), 'Array(String)'), mapValues(${value}))`;
  if (type.startsWith('FixedString')) return `lower(hex(${value}))`;
  if (type.startsWith('LowCardinality')) return `CAST(${value}, 'String')`;
  if (type === 'DateTime64(9)') return `toString(toUnixTimestamp64Nano(${value}))`;
  if (type === 'DateTime') return `toUnixTimestamp(${value})`;
  if (type === 'Float64') return `toString(reinterpretAsUInt64(${value}))`;
  return type === 'UInt64' ? `toString(${value})` : value;
}
