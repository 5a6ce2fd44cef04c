import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createRelational, runningClusterUrl, type Relational } from '@svc/relational';
import { fillOnce } from './fill-once.js';

export interface CallsData {
  /** Calls of models in the last 30 days. */
  readonly calls: number;
  /** Time after the last call: seconds since 1970. */
  readonly end: number;
}

export const DAYS = 30;
const CHUNK = 500_000;
/** The job looks for periods every minute, and counts each from its steps. */
const WAIT_MS = 5_000;
const MAX_WAITS = 240;

/** Fills the embedded column store of a state directory once; existing data is used again, whatever the argument. */
export function prepareCalls(directory: string, calls: number): Promise<CallsData> {
  return fillOnce(directory, 'model-calls-data.json', async (store) => {
    const end = Math.floor(Date.now() / 1_000);
    const start = String(BigInt(end - DAYS * 86_400) * 1_000_000_000n);
    const step = Math.floor((DAYS * 86_400e9) / calls);
    for (let from = 0; from < calls; from += CHUNK)
      await store.command(CALLS, { start, step, from, count: Math.min(CHUNK, calls - from) });
    return { calls, end };
  });
}

/** Calls in chronological order, of 12 models, 20 agents and two environments. The first project of a workspace is 1. */
const CALLS = `
INSERT INTO agent_steps (project_number, retention_days, timestamp, trace_id, span_id, run_id, version, is_deleted, parent_span_id, kind,
  operation, name, agent_name, duration_ns, is_error, model, provider, first_token_ns, usage, cost, price_id, is_counted, is_unpriced,
  service_name, environment, distinct_id)
WITH number + {from:UInt64} AS n, sipHash64(n) AS random, toString(random % 12) AS model_number
SELECT 1, 90, fromUnixTimestamp64Nano({start:Int64} + toInt64(n) * {step:Int64}), MD5(toString(intDiv(n, 4))), reinterpretAsFixedString(n),
  concat(lower(hex(MD5(toString(intDiv(n, 4))))), '-0000000000000001'), 1, 0, unhex('0000000000000001'), 'inference', 'chat', 'chat',
  concat('agent-', toString(random % 20)), 200000000 + random % 9000000000, random % 50 = 0, concat('model-', model_number),
  if(random % 3 = 0, 'anthropic', 'openai'), 100000000 + random % 900000000,
  map('input_text_uncached', random % 20000, 'input_cache_read', random % 7000, 'output_text', random % 900, 'requests', 1),
  if(model_number = '11', NULL, toDecimal64(random % 100000, 12) / 1000000), if(model_number = '11', '', concat('price-', model_number)), 1,
  model_number = '11', 'agents', if(random % 5 = 0, 'staging', 'production'), concat('user-', toString(random % 50000))
FROM numbers({count:UInt64})`;

/** Has a service that runs on the directory count the figures of all hours and days that ended, once. */
export async function countFigures(directory: string, { end }: CallsData): Promise<void> {
  const file = path.join(directory, 'model-calls-counted.json');
  if (existsSync(file)) return;
  const url = runningClusterUrl(path.join(directory, 'state/postgres'));
  const relational = createRelational({ url, poolSize: 1 });
  try {
    await relational.rows(MARKS, [end - DAYS * 86_400, end]);
    for (let waits = 0; !(await isCounted(relational)); waits++) {
      if (waits === MAX_WAITS) throw new Error('The periods were not counted in time.');
      await delay(WAIT_MS);
    }
  } finally {
    await relational.close();
  }
  await writeFile(file, '{}');
}

const MARKS = `
INSERT INTO llm_changed_periods (project_number, span_hours, start, changed_at)
SELECT 1, length, start, now() - interval '1 hour' FROM (VALUES (1), (24)) AS lengths (length),
  generate_series(date_trunc('day', to_timestamp($1::float8), 'UTC'), to_timestamp($2::float8), make_interval(hours => length)) AS start
ON CONFLICT DO NOTHING`;

async function isCounted(relational: Relational): Promise<boolean> {
  const ended = `start + make_interval(hours => span_hours) < now()`;
  const [row] = await relational.rows<{ count: string }>(
    `SELECT count(*) AS count FROM llm_changed_periods WHERE ${ended}`,
    [],
  );
  return row?.count === '0';
}
