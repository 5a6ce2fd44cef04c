import { eventually } from '@svc/test-servers';
import type { Topology } from '../topology.js';
import { outagesOf } from './kinds/kinds.js';
import { sendOtlp } from './otlp-sender.js';
import { toOtlp } from './otlp.js';
import type { Outage, OutageTimes } from './outage.js';
import { send } from './rest.js';
import type { Telemetry } from './shop/records.js';
import { makeTelemetry } from './telemetry.js';

const MINUTE_MS = 60_000;
/** Time before the changes of which telemetry is sent, from the changes to the onset, and from the changes to the present. */
const BEFORE_MS = 40 * MINUTE_MS;
const ONSET_MS = 30_000;
const AFTER_MS = 25 * MINUTE_MS;
/** Flags are made this long before they are switched on, so that they are old by then. */
const AGE_MS = 45 * MINUTE_MS;
const EVENTS_PER_REQUEST = 500;

/** An outage in a project of its own. */
export interface StagedOutage {
  readonly outage: Outage;
  readonly times: OutageTimes;
  readonly projectId: string;
  /** The service, with the slug of the project. */
  readonly topology: Topology;
}

/**
 * Makes the outages of a seed happen in a running service with a movable clock, through its public interfaces: flags over REST as they are
 * changed, releases with the times of their deployment, telemetry over OTLP and events over capture with the times at which they happened.
 * Flags cannot be changed in the past, so the clock of the service moves on before most of the outages. Runs of agents are assembled by the
 * clock of the store, which does not move, so outages of agents come first, and their flags change at the end of the window. Each outage
 * is yielded when all of it can be read.
 *
 * @param perMinute usual requests to the shop in a minute.
 */
export async function* stageOutages(
  topology: Topology,
  seed: number,
  perMinute: number,
): AsyncGenerator<StagedOutage, void, void> {
  const ofAgents = outagesOf(seed, timesAround(topology.now() - AFTER_MS)).filter(({ agent }) => agent);
  for (const outage of ofAgents) {
    const times = timesAround(topology.now() - AFTER_MS);
    const staged = { outage, times, ...(await makeProject(topology, seed, outage)) };
    await switchFlags(staged, false);
    await switchFlags(staged, true);
    yield await fill(staged, seed, perMinute);
  }
  const changedAt = topology.now() + AGE_MS;
  const times = timesAround(changedAt);
  const others = outagesOf(seed, times).filter(({ agent }) => !agent);
  const staged: StagedOutage[] = [];
  for (const outage of others) staged.push({ outage, times, ...(await makeProject(topology, seed, outage)) });
  for (const one of staged) await switchFlags(one, false);
  await topology.moveClock(changedAt - topology.now());
  for (const one of staged) await switchFlags(one, true);
  await topology.moveClock(times.end - topology.now());
  for (const one of staged) yield await fill(one, seed, perMinute);
}

const timesAround = (changedAt: number): OutageTimes => ({
  start: changedAt - BEFORE_MS,
  onset: changedAt + ONSET_MS,
  end: changedAt + AFTER_MS,
});

async function makeProject(topology: Topology, seed: number, { name }: Outage) {
  const slug = `${name.replaceAll(/\W/g, '-')}-${seed}`;
  const { id } = await send<{ id: string }>(topology, 'POST', '/projects', { slug, name });
  return { projectId: id, topology: { ...topology, projectSlug: slug } };
}

/** Makes the flags of an outage, or switches them on. */
async function switchFlags({ outage, projectId, topology }: StagedOutage, isOn: boolean): Promise<void> {
  const filters = { groups: [{ conditions: [] }] };
  for (const { key } of outage.flags)
    await (isOn
      ? send(topology, 'PATCH', `/flags/${key}?project_id=${projectId}`, { active: true })
      : send(topology, 'POST', `/flags?project_id=${projectId}`, { key, name: key, active: false, filters }));
}

async function fill(staged: StagedOutage, seed: number, perMinute: number): Promise<StagedOutage> {
  const telemetry = makeTelemetry(staged.outage, staged.times, seed, perMinute);
  await sendAll(staged, telemetry);
  await untilRead(staged, telemetry);
  return staged;
}

async function sendAll({ outage, projectId, topology }: StagedOutage, telemetry: Telemetry): Promise<void> {
  for (const { release, at } of outage.deploys)
    await send(topology, 'POST', `/releases?project_id=${projectId}`, { release, deployed_at: withZone(at) });
  for (const { signal, items } of toOtlp(telemetry)) await sendOtlp(topology, signal, items);
  const ingestion = { ...topology, httpUrl: topology.ingestUrl };
  const { events } = telemetry;
  for (let first = 0; first < events.length; first += EVENTS_PER_REQUEST)
    await send(ingestion, 'POST', `/capture?project_id=${projectId}`, {
      events: events.slice(first, first + EVENTS_PER_REQUEST),
    });
}

/** The time as a server in India writes it. */
function withZone(at: number): string {
  const minutes = 330;
  return new Date(at + minutes * MINUTE_MS).toISOString().replace('Z', '+05:30');
}

async function untilRead({ outage, projectId, topology }: StagedOutage, { spans, points }: Telemetry): Promise<void> {
  const run = outage.agent && spans.findLast(({ name }) => name.startsWith('invoke_agent'));
  const paths = [
    `/traces/${spans.at(-1)?.traceId ?? ''}`,
    `/metrics/${points.at(-1)?.metric ?? ''}/labels`,
    ...(run ? [`/agent-runs/${run.traceId}-${run.spanId}`] : []),
  ];
  for (const path of paths)
    await eventually('the telemetry can be read', () =>
      send<object>(topology, 'GET', `${path}?project_id=${projectId}`),
    );
}
