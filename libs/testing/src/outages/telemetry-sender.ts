import { eventually } from '@svc/test-servers';
import type { TopologyAddress } from '../topology.js';
import { sendOtlp } from './otlp-sender.js';
import { toOtlp } from './otlp.js';
import type { Outage } from './outage.js';
import { send } from './rest.js';
import type { Telemetry } from './shop/records.js';

const MINUTE_MS = 60_000;
const EVENTS_PER_REQUEST = 500;

/** The project that the telemetry of an outage is sent to. */
export interface TelemetryTarget {
  readonly outage: Outage;
  readonly projectId: string;
  /** The service, with the slug of the project. */
  readonly topology: TopologyAddress;
}

/** Sends the telemetry and the releases of an outage through the public interfaces; resolves when all of it can be read. */
export async function sendTelemetry(target: TelemetryTarget, telemetry: Telemetry): Promise<void> {
  await sendAll(target, telemetry);
  await untilRead(target, telemetry);
}

async function sendAll({ outage, projectId, topology }: TelemetryTarget, telemetry: Telemetry): Promise<void> {
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

async function untilRead(
  { outage, projectId, topology }: TelemetryTarget,
  { spans, points }: Telemetry,
): Promise<void> {
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
