import { BYTES, LOG_HOURS, MICROSECONDS, PLANS, toScenario, type Plan } from './plans.js';
import type { Failure, Scenario } from './scenario.js';
import { partitionShares, zipf } from './shares.js';
import { simulateIngestion } from './simulate-ingestion.js';

const AT = 60;
/** Pods and nodes are replaced within five minutes. */
const AWAY = 300;
const DAY = 86_400;
/** The number of projects, and the skew of their rates. */
const PROJECTS = 1_000;
const SKEW = 1.1;

type Row = readonly string[];

/** The tables of docs/scaling.md, by name. */
export function tables(): ReadonlyMap<string, string> {
  return new Map([
    [
      'plans',
      table(
        [
          'spans a second',
          'partitions',
          'ingest, 1 core each',
          'its load',
          'shards × replicas × cores',
          'load of a replica',
          'brokers',
        ],
        PLANS.map(planRow),
      ),
    ],
    [
      'storage',
      table(
        ['spans a second', 'column store a day', '30 days, all replicas', 'Kafka, 48 hours × 3'],
        PLANS.map(storageRow),
      ),
    ],
    [
      'failures',
      table(
        ['spans a second', 'outage of five minutes', 'largest backlog, spans', 'as requests', 'recovery time'],
        PLANS.flatMap(failureRows),
      ),
    ],
    [
      'skew',
      table(['spans a second', 'placed by', 'largest partition', 'backlog after 15 minutes'], PLANS.flatMap(skewRows)),
    ],
  ]);
}

function planRow(plan: Plan): Row {
  const { spansPerSecond, partitions, ingests, shards, replicas, shardCores, brokers } = plan;
  const store = (spansPerSecond * MICROSECONDS.store) / 1e6 / shards / shardCores;
  return [
    count(spansPerSecond),
    String(partitions),
    String(ingests),
    percent(simulateIngestion(toScenario(plan)).utilisation),
    `${shards} × ${replicas} × ${shardCores}`,
    percent(store),
    String(brokers),
  ];
}

function storageRow({ spansPerSecond, replicas }: Plan): Row {
  const day = spansPerSecond * DAY * BYTES.column;
  return [
    count(spansPerSecond),
    bytes(day),
    bytes(day * 30 * replicas),
    bytes(spansPerSecond * LOG_HOURS * 3_600 * BYTES.log * 3),
  ];
}

function failureRows(plan: Plan): Row[] {
  const { brokers } = plan;
  const away = { at: AT, seconds: AWAY };
  const failures: readonly (readonly [string, Failure])[] = [
    ['an ingest process', { kind: 'sink', ...away }],
    ['a broker, three replicas', { kind: 'broker', ...away, brokers, electionSeconds: 10 }],
    ['a broker, one replica', { kind: 'broker', ...away, brokers, electionSeconds: undefined }],
    ['a server of a shard with two', { kind: 'shard', ...away, failoverSeconds: 10 }],
    ['a shard without a replica', { kind: 'shard', ...away, failoverSeconds: undefined }],
  ];
  return failures.map(([name, failure]) => {
    const { maxLag, lateSeconds } = simulateIngestion({ ...toScenario(plan), failure });
    return [count(plan.spansPerSecond), name, count(maxLag), bytes(maxLag * BYTES.log), seconds(lateSeconds)];
  });
}

function skewRows(plan: Plan): Row[] {
  const even = toScenario(plan);
  const skewed: Scenario = { ...even, shares: partitionShares(zipf(PROJECTS, SKEW), plan.partitions) };
  return (
    [
      ['request', even],
      ['project', skewed],
    ] as const
  ).map(([name, scenario]) => {
    const { lag } = simulateIngestion(scenario);
    return [count(plan.spansPerSecond), name, percent(Math.max(...scenario.shares)), count(lag.at(-1) ?? 0)];
  });
}

function table(head: Row, rows: readonly Row[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: Row): string => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}

function bytes(value: number): string {
  const units = ['MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(value, 1)) / 3) - 2));
  const scaled = value / 1e6 / 1_000 ** power;
  return `${scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)} ${units[power]}`;
}

function seconds(value: number | undefined): string {
  if (value === undefined) return 'never';
  return value === 0 ? 'at once' : `${Math.round(value)} s`;
}
