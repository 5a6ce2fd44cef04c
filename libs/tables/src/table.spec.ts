import assert from 'node:assert/strict';
import type { EngineValue } from './engine-type.js';
import type { LOGS } from './index.js';
import { INGEST_TABLES } from './tables.js';

type Columns = (typeof LOGS)['columns'];
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const check = <Holds extends true>(holds: Holds): Holds => holds;

// Checked by the compiler: each constant is false, and so an error, if a type is inferred differently.
const inferred = [
  check<Equal<EngineValue<Columns['body']['type']>, string>>(true),
  check<Equal<EngineValue<Columns['severity_number']['type']>, number>>(true),
  check<Equal<EngineValue<Columns['resource_hash']['type']>, string>>(true),
  check<Equal<EngineValue<Columns['attributes']['type']>, Record<string, string>>>(true),
  check<Equal<EngineValue<'Nullable(UInt8)'>, number | null>>(true),
  check<Equal<EngineValue<'Array(LowCardinality(String))'>, string[]>>(true),
  check<Equal<EngineValue<'SimpleAggregateFunction(sum, UInt64)'>, string>>(true),
  check<Equal<EngineValue<'Array(Tuple(String, UInt64))'>, [string, string][]>>(true),
  check<Equal<EngineValue<'AggregateFunction(quantilesTDigest(0.5), UInt64)'>, never>>(true),
];

it('starts the order key of every table with the project', () => {
  assert.equal(inferred.every(Boolean), true);
  for (const { columns, name, orderBy } of INGEST_TABLES) {
    assert.equal(Object.keys(columns)[0], 'project_number', name);
    assert.match(orderBy, /^\(project_number, /, name);
  }
});
