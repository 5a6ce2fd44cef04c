import { fillOnce } from './fill-once.js';

export interface RunsData {
  /** Runs of the last day. */
  readonly runs: number;
  /** Time after the last run: seconds since 1970. */
  readonly end: number;
}

const LONG_TRACE = 'ab'.repeat(16);
/** The ID of the run with 5,000 steps. */
export const LONG_RUN = `${LONG_TRACE}-0000000000000001`;
const CHUNK = 250_000;
const STEPS = 5_000;

/** Fills the embedded column store of a state directory once; existing data is used again, whatever the argument. */
export function prepareRuns(directory: string, runs: number): Promise<RunsData> {
  return fillOnce(directory, 'agent-runs-data.json', async (store) => {
    const end = Math.floor(Date.now() / 1_000);
    const start = String(BigInt(end - 86_400) * 1_000_000_000n);
    const step = Math.floor(86_400e9 / runs);
    for (const version of [1, 2]) {
      for (let from = 0; from < runs; from += CHUNK)
        await store.command(RUNS, { start, step, from, count: Math.min(CHUNK, runs - from), version });
    }
    await store.command(LONG, { start });
    await store.command(LONG_STEPS, { start, steps: STEPS });
    return { runs, end };
  });
}

const COLUMNS = `project_number, retention_days, timestamp, run_id, version, is_deleted, duration_ns, trace_ids, root_span_id, name,
  agent_name, distinct_id, service_name, environment, status, status_reason, is_settled, steps, llm_calls, tool_calls, usage, cost, models, providers`;

/** Inserts runs in chronological order, every one as often as it was assembled. */
const RUNS = `
INSERT INTO agent_runs (${COLUMNS})
WITH number + {from:UInt64} AS n, sipHash64(n) AS random, lower(hex(MD5(toString(n)))) AS trace
SELECT 1, 30, fromUnixTimestamp64Nano({start:Int64} + toInt64(n) * {step:Int64}), concat(trace, '-0000000000000001'), {version:UInt64}, 0,
  random % 60000000000, [MD5(toString(n))], unhex('0000000000000001'), 'invoke_agent', concat('agent-', toString(random % 20)),
  concat('user-', toString(random % 50000)), 'agents', if(random % 5 = 0, 'staging', 'production'),
  multiIf(random % 25 = 0, 'failed', random % 90 = 0, 'timed_out', 'completed'), 'ended', 1, 8, 4, 3,
  map('input_text_uncached', random % 20000, 'output_text', random % 900, 'requests', 4), toDecimal64(random % 100000, 12) / 1000000,
  ['gpt-4o'], ['openai']
FROM numbers({count:UInt64})`;

const LONG = `
INSERT INTO agent_runs (${COLUMNS})
SELECT 1, 30, fromUnixTimestamp64Nano({start:Int64}), '${LONG_RUN}', 1, 0, 600000000000, [unhex('${LONG_TRACE}')], unhex('0000000000000001'),
  'invoke_agent', 'long', '', 'agents', 'production', 'completed', 'ended', 1, 5000, 4999, 0, map('requests', 4999), NULL, ['gpt-4o'], ['openai']`;

const LONG_STEPS = `
INSERT INTO agent_steps (project_number, retention_days, timestamp, trace_id, span_id, run_id, version, is_deleted, parent_span_id, kind,
  operation, name, duration_ns, model, provider, usage, cost, price_id, is_counted, service_name, environment)
SELECT 1, 30, fromUnixTimestamp64Nano({start:Int64} + toInt64(number) * 100000000), unhex('${LONG_TRACE}'), reinterpretAsFixedString(byteSwap(number + 1)),
  '${LONG_RUN}', 1, 0, if(number = 0, unhex('0000000000000000'), unhex('0000000000000001')), if(number = 0, 'agent', 'inference'), 'chat',
  'chat gpt-4o', 90000000, 'gpt-4o', 'openai', map('input_text_uncached', 1000, 'output_text', 100, 'requests', 1),
  toDecimal64(35, 12) / 10000, 'price', number > 0, 'agents', 'production'
FROM numbers({steps:UInt64})`;
