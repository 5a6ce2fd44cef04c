import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  clusterStatements,
  ON_CLUSTER,
  openClusterEngine,
  withoutKeeper,
  type ClusterEngine,
} from '@svc/columnar/testing';

const SOURCES = path.resolve(import.meta.dirname, '../src');
/** As many as make a join between two distributed tables one between shards, which servers refuse by default. */
const SHARDS = 2;
const DISTRIBUTED_IN_SUBQUERY_DENIED = 288;

interface Reviewed {
  readonly title: string;
  readonly sql: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The reads of all golden files, with their parameters. */
function reviewedStatements(): Reviewed[] {
  return globSync('**/*.golden.sql', { cwd: SOURCES }).flatMap((file) =>
    readFileSync(path.join(SOURCES, file), 'utf8')
      .split(/^(?=-- \S)/m)
      .filter((text) => text.trim() !== '')
      .map((text): Reviewed => {
        const lines = text.trimEnd().split('\n');
        const parameters = lines.flatMap((line): [string, string][] => {
          const [, name = '', value = ''] = /^-- {3}(\w+) = (.*)$/.exec(line) ?? [];
          return name === '' ? [] : [[name, toText(JSON.parse(value))]];
        });
        const sql = lines.filter((line) => !line.startsWith('--')).join('\n');
        return {
          title: `${path.basename(file, '.golden.sql')}: ${lines[0]?.slice(3)}`,
          sql,
          parameters: new Map(parameters),
        };
      }),
  );
}

/** The text form of a parameter; golden files write `7n` for a bigint. */
function toText(value: unknown, isNested = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => toText(item, true)).join(',')}]`;
  if (typeof value !== 'string') return String(value);
  if (/^-?\d+n$/.test(value)) return value.slice(0, -1);
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return isNested ? `'${escaped.replaceAll("'", "\\'")}'` : escaped;
}

describe('the reviewed statements on distributed tables', () => {
  let cluster: ClusterEngine;
  beforeAll(async () => {
    cluster = await openClusterEngine(SHARDS);
    for (const sql of clusterStatements('svc')) await cluster.engine.run(withoutKeeper(sql));
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  const run = (sql: string, parameters: ReadonlyMap<string, string>, settings: object): Promise<Buffer> => {
    const all = { ...settings, readonly: '1' };
    return cluster.engine.run(sql, {
      database: 'svc',
      parameters,
      settings: new Map(Object.entries(all).map(([name, value]) => [name, String(value)])),
    });
  };

  // Deletions and insertions are tested with the schema.
  const statements = reviewedStatements().filter(({ sql }) => /^(SELECT|WITH)\b/.test(sql));

  it('lists every statement of the golden files', () => {
    assert.ok(statements.length > 50, `${statements.length} statements`);
  });

  for (const { title, sql, parameters } of statements)
    it(`runs: ${title}`, async () => {
      await run(sql, parameters, ON_CLUSTER);
    });

  it('needs the settings of a cluster', async () => {
    const refused: string[] = [];
    for (const { title, sql, parameters } of statements) {
      const failure = await run(sql, parameters, {}).then(
        () => undefined,
        (error: unknown) => error as { readonly code?: number },
      );
      if (failure?.code === DISTRIBUTED_IN_SUBQUERY_DENIED) refused.push(title);
    }
    assert.ok(refused.length > 0);
  });
});
