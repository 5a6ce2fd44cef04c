import type { AgentBucket } from '@svc/investigations';
import { hullOf, type FactReader } from '../reading/fact-reader.js';
import { selectAgentRuns } from './agents.query.js';

/** 50 agents in two services each, in 300 buckets. */
const MAX_ROWS = 30_000;

/** Runs of the agents that cost most, from the first to the last of the windows. */
export async function readAgents(reader: FactReader): Promise<AgentBucket[]> {
  const { scope, environments, parameters } = reader;
  const range = hullOf(parameters);
  const bucketSeconds = parameters.bucketMs / 1_000;
  const rows = await reader.rows(selectAgentRuns({ scope, range, environments, bucketSeconds, limit: MAX_ROWS }));
  return rows.map(({ agent, service, bucket, runs, failed, calls, tokens, spent, called }) => ({
    agent,
    service,
    start: Number(bucket) * 1_000,
    runs: Number(runs),
    failed: Number(failed),
    calls: Number(calls),
    tokens: Number(tokens),
    cost: spent,
    models: called,
  }));
}
