import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { NativeBlock } from '../../native/block.js';
import type { RequestContext, Signal } from '../../signal.js';
import { requestArbitrary } from '../../testing/arbitraries.js';
import { readBlock, type EngineRow } from '../../testing/engine.js';
import { decodeRequest, encodeRequest } from '../../testing/oracle.js';
import { ANALYZED } from '../../testing/reference-errors.js';
import { isItem, referenceRows, type ReferenceRow } from '../../testing/reference.js';
import { CONTEXT } from '../../testing/requests.js';
import { createBlockEncoder } from '../create-block-encoder.js';
import { skim } from '../skim/skim.js';

const SIGNALS: readonly Signal[] = ['traces', 'logs', 'metrics'];

for (const signal of SIGNALS) {
  it(`writes blocks of any ${signal} from which the engine reads what an independent implementation expects`, () => {
    const encoder = createBlockEncoder(signal, { isKnown: () => false });
    fc.assert(
      fc.property(fc.array(requestArbitrary(signal), { minLength: 1, maxLength: 4 }), (requests) => {
        const bodies = requests.map((request) => encodeRequest(signal, request));
        encoder.reset();
        const expected = bodies.flatMap((body, offset) => {
          const context: RequestContext = { ...CONTEXT, projectNumber: 1 + (offset % 2), offset };
          encoder.add(body, context);
          const rows = referenceRows(signal, decodeRequest(signal, body), context);
          assert.equal(skim(signal, body, context).accepted, rows.filter(isItem).length);
          return rows;
        });
        const { blocks } = encoder.finish();
        const rows = blocks.filter(({ table }) => table !== 'usage_hours');
        assert.deepEqual(flatten(signal, rows), expected.map(comparable).sort(byTable));
      }),
      { numRuns: 60 },
    );
  });
}

/** All rows except those of the keyed tables, each with the rows that its hashes refer to. */
function flatten(signal: Signal, blocks: readonly NativeBlock[]): unknown[] {
  const tables = new Map(blocks.map((block) => [block.table, readBlock(block)]));
  const resources = keyed(tables.get('resources'), 'resource_hash');
  const series = keyed(tables.get('metric_series'), 'series_hash');
  return [...tables]
    .filter(([table]) => table !== 'resources' && table !== 'metric_series')
    .flatMap(([table, rows]) => rows.map((row) => comparable(resolve(signal, table, row, resources, series))))
    .sort(byTable);
}

function keyed(rows: readonly EngineRow[] = [], hash: string): Map<string, EngineRow> {
  const byKey = new Map(rows.map((row) => [`${row['project_number'] as number}/${row[hash] as string}`, row]));
  assert.equal(byKey.size, rows.length, 'a key has one row in a block');
  return byKey;
}

function resolve(
  signal: Signal,
  table: string,
  row: EngineRow,
  resources: Map<string, EngineRow>,
  series: Map<string, EngineRow>,
): ReferenceRow {
  const { resource_hash: hash, series_hash: seriesHash, record_id: _recordId, ...all } = row;
  const columns = table === 'errors' ? without(all, ANALYZED) : all;
  const project = row['project_number'] as number;
  if (signal !== 'metrics') {
    const resource = resources.get(`${project}/${hash as string}`);
    return { table, columns, ...(resource && { resource: resource['attributes'] as [string[], string[]] }) };
  }
  const found = series.get(`${project}/${seriesHash as string}`);
  assert.ok(found, 'every point has its series');
  const { series_hash: _hash, resource_hash: ofSeries, last_seen: _seen, description: _text, ...stream } = found;
  const resource = resources.get(`${project}/${ofSeries as string}`);
  return { table, columns, resource: resource?.['attributes'] as [string[], string[]], series: stream };
}

function without(row: EngineRow, names: readonly string[]): EngineRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

/** The order of attributes is not part of a resource's or stream's identity: the first of several equal ones is stored. */
function comparable({ table, columns, resource, series }: ReferenceRow): unknown {
  const sortedSeries = series && { ...series, attributes: sorted(series['attributes'] as [string[], string[]]) };
  return {
    table,
    columns: { ...columns },
    resource: resource && sorted(resource),
    ...(sortedSeries && { series: sortedSeries }),
  };
}

function sorted([keys, values]: [string[], string[]]): string[] {
  return keys.map((key, index) => JSON.stringify([key, values[index]])).sort();
}

function byTable(a: unknown, b: unknown): number {
  return (a as ReferenceRow).table < (b as ReferenceRow).table
    ? -1
    : (a as ReferenceRow).table > (b as ReferenceRow).table
      ? 1
      : 0;
}
