import assert from 'node:assert/strict';
import type { ColumnStore, ReadStatement, StatementLimits } from '../port.js';

/** Separate limits, because the statement may have little time left. */
const DESCRIPTION_LIMITS: StatementLimits = {
  timeoutMs: 30_000,
  maxRowsToRead: 1_000_000,
  maxResultRows: 10_000,
  maxMemoryBytes: 500_000_000,
};

/** Wraps the store so that it rejects a statement whose declared column types differ from those of the engine. */
export function withTypeCheck(store: ColumnStore): ColumnStore {
  const checked = new Set<string>();
  const check = async ({ sql, parameters, types }: ReadStatement): Promise<void> => {
    if (!types || checked.has(sql)) return;
    checked.add(sql);
    const described = await store.query<{ name: string; type: string }>({
      sql: `DESCRIBE TABLE (${sql})`,
      limits: DESCRIPTION_LIMITS,
      ...(parameters && { parameters }),
    });
    const found = described.map(({ name, type }) => [name, plainType(type)]);
    const declared = Object.entries(types).map(([name, type]) => [name, plainType(type)]);
    assert.deepEqual(found, declared, `the declared types of a statement differ from the engine's: ${sql}`);
  };
  return new Proxy(store, {
    get(target, property) {
      if (property === 'query') {
        return async (statement: ReadStatement) => {
          await check(statement);
          return target.query(statement);
        };
      }
      if (property === 'stream') {
        return async function* (statement: ReadStatement) {
          await check(statement);
          yield* target.stream(statement);
        };
      }
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/**
 * Normalizes types by removing parts that do not change a result: dictionaries, merge functions, widths of numbers, and
 * nullability of floats.
 */
function plainType(type: string): string {
  return type
    .replaceAll(/LowCardinality\((\w+)\)/g, '$1')
    .replace(/^SimpleAggregateFunction\(\w+, (.+)\)$/, '$1')
    .replaceAll(/\bFloat32\b/g, 'Float64')
    .replaceAll('Nullable(Float64)', 'Float64')
    .replaceAll(/\bU?Int64\b/g, 'Int64')
    .replaceAll(/\bU?Int(8|16|32)\b/g, 'Int32');
}
