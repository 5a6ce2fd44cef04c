import { createHash } from 'node:crypto';
import type { Topology } from '@svc/testing';
import { sendOtlp } from '@svc/testing/outages';
import type { Case, TopologyOf } from '../shared/case.js';
import { readFaults, readNormal, type Minute } from './nezha-data.js';
import { toRecords, toSpans } from './nezha-otlp.js';

const MS_PER_MINUTE = 60_000;
const NS_PER_MS = 1_000_000n;
/** Each case has a time of its own, far from the others. */
const DISTANCE_MS = 120 * MS_PER_MINUTE;
/** The normal minute ends this long before the injection: investigations leave out up to five minutes. */
const GAP_NS = BigInt(5 * MS_PER_MINUTE) * NS_PER_MS;
/** Windows without a fault of each day. */
const SPLITS = 10;

/**
 * Sends every fault with the minute without a fault of its day before its three minutes; the window that is investigated begins at
 * the time of the injection. Windows without a fault have one half of the traces of a minute without a fault before them, and the other
 * half in them.
 */
export async function sendNezha(topologyOf: TopologyOf, directory: string, end: number): Promise<Case[]> {
  const faults = await readFaults(directory);
  const days = [...new Set(faults.map(({ day }) => day))];
  const count = faults.length + days.length * SPLITS;
  const cases: Case[] = [];
  const startOfCase = (): number =>
    Math.floor((end - (count - cases.length) * DISTANCE_MS) / MS_PER_MINUTE) * MS_PER_MINUTE;
  for (const [index, { day, at, service, type, minutes }] of faults.entries()) {
    const name = `${day} ${new Date(at).toISOString().slice(11, 19)} ${service}`;
    const normal = await readNormal(directory, day);
    const topology = await topologyOf(cases.length);
    const window = await sendCase(topology, normal, minutes, at, startOfCase(), toSuffix(cases.length));
    cases.push({ topology, name, type, causes: [[service]], window, isTuning: index % 2 === 0 });
  }
  for (const day of days) {
    const normal = await readNormal(directory, day);
    for (let split = 0; split < SPLITS; split++) {
      const [before, during] = halves(normal, split);
      const from = Number(startOf([during]) / NS_PER_MS);
      const topology = await topologyOf(cases.length);
      const window = await sendCase(topology, before, [during], from, startOfCase(), toSuffix(cases.length));
      cases.push({
        topology,
        name: `${day} without a fault ${split}`,
        type: 'none',
        causes: [],
        window,
        isTuning: split % 2 === 0,
      });
    }
  }
  return cases;
}

const toSuffix = (index: number): string => index.toString(16).padStart(3, '0');

/** @returns the window from the time `at` to the end of the minutes, which begin at `start`. */
async function sendCase(
  topology: Topology,
  normal: Minute,
  minutes: readonly Minute[],
  at: number,
  start: number,
  suffix: string,
): Promise<Case['window']> {
  const startNs = BigInt(start) * NS_PER_MS;
  const byNs = startNs - startOf(minutes);
  await send(topology, normal, BigInt(at) * NS_PER_MS + byNs - GAP_NS - endOf([normal]), `0${suffix}`);
  for (const minute of minutes) await send(topology, minute, byNs, `1${suffix}`);
  return { start: at + Number(byNs / NS_PER_MS), end: Number((endOf(minutes) + byNs) / NS_PER_MS) };
}

async function send(topology: Topology, minute: Minute, byNs: bigint, suffix: string): Promise<void> {
  await Promise.all([
    sendOtlp(topology, 'traces', toSpans(minute, byNs, suffix)),
    sendOtlp(topology, 'logs', toRecords(minute, byNs, suffix)),
  ]);
}

/** The traces of a minute in two halves, by another hash of their IDs for each split. */
function halves(minute: Minute, split: number): [Minute, Minute] {
  const isFirst = (traceId: string): boolean =>
    (createHash('sha256').update(`${split} ${traceId}`).digest()[0] ?? 0) % 2 === 0;
  const half = (isWanted: boolean): Minute => ({
    spans: minute.spans.filter(({ traceId }) => isFirst(traceId) === isWanted),
    records: minute.records.filter(({ traceId }) => isFirst(traceId) === isWanted),
  });
  return [half(true), half(false)];
}

function startOf(minutes: readonly Minute[]): bigint {
  return minutes
    .flatMap(({ spans }) => spans.map(({ start }) => start))
    .reduce((least, one) => (one < least ? one : least));
}

function endOf(minutes: readonly Minute[]): bigint {
  return (
    minutes.flatMap(({ spans }) => spans.map(({ start }) => start)).reduce((most, one) => (one > most ? one : most)) +
    1n
  );
}
