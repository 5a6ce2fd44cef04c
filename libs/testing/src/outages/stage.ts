import type { Topology } from '../topology.js';
import { outagesOf } from './kinds/kinds.js';
import type { Outage, OutageTimes } from './outage.js';
import { send } from './rest.js';
import { sendTelemetry } from './telemetry-sender.js';
import { makeTelemetry } from './telemetry.js';

const MINUTE_MS = 60_000;
/** Time from the changes to the onset. */
const ONSET_MS = 30_000;
/** Flags are made this long before they are switched on, so that they are old by then. */
const AGE_MS = 45 * MINUTE_MS;

/** How much is sent for each outage. */
export interface Volume {
  /** Usual requests to the shop in a minute. */
  readonly perMinute: number;
  /** Time before the changes of which telemetry is sent, and from the changes to the present. */
  readonly minutesBefore: number;
  readonly minutesAfter: number;
}

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
 * is yielded when all of it can be read. Its telemetry goes on to the present, however long the outages before it have taken, because that
 * of a real shop does not end before somebody looks at it.
 */
export async function* stageOutages(
  topology: Topology,
  seed: number,
  volume: Volume,
): AsyncGenerator<StagedOutage, void, void> {
  const afterMs = volume.minutesAfter * MINUTE_MS;
  const timesAround = (changedAt: number): OutageTimes => ({
    start: changedAt - volume.minutesBefore * MINUTE_MS,
    onset: changedAt + ONSET_MS,
    end: changedAt + afterMs,
  });
  const ofAgents = outagesOf(seed, timesAround(topology.now() - afterMs)).filter(({ agent }) => agent);
  for (const outage of ofAgents) {
    const times = timesAround(topology.now() - afterMs);
    const staged = { outage, times, ...(await makeProject(topology, seed, outage)) };
    await switchFlags(staged, false);
    await switchFlags(staged, true);
    yield await fill(staged, seed, volume);
  }
  // The place of the onset within its bucket decides what is measured: it is the same in each run.
  const changedAt = Math.ceil((topology.now() + AGE_MS) / MINUTE_MS) * MINUTE_MS;
  const times = timesAround(changedAt);
  const others = outagesOf(seed, times).filter(({ agent }) => !agent);
  const staged: StagedOutage[] = [];
  for (const outage of others) staged.push({ outage, times, ...(await makeProject(topology, seed, outage)) });
  for (const one of staged) await switchFlags(one, false);
  await topology.moveClock(changedAt - topology.now());
  for (const one of staged) await switchFlags(one, true);
  await topology.moveClock(times.end - topology.now());
  for (const one of staged) yield await fill(one, seed, volume);
}

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

async function fill(made: StagedOutage, seed: number, { perMinute }: Volume): Promise<StagedOutage> {
  const times = { ...made.times, end: Math.max(made.times.end, made.topology.now()) };
  const staged = { ...made, times };
  const telemetry = makeTelemetry(staged.outage, times, seed, perMinute);
  await sendTelemetry(staged, telemetry);
  return staged;
}
