import { randomUUID } from 'node:crypto';
import { Incidents, type Incident } from '@svc/contract';
import type { Client } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import { startAlerting, type AlertingServer } from '../../testing/alerting-server.js';

export { responder } from '../../testing/alerting-server.js';

export type IncidentsServer = AlertingServer & { readonly client: Client<typeof Incidents> };

export async function startIncidents(): Promise<IncidentsServer> {
  const server = await startAlerting();
  return { ...server, client: server.connect(Incidents) };
}

/** Arguments of a transition of the incident at the version that was read, with a new key. */
export function versioned({ id, version }: Pick<Incident, 'id' | 'version'>) {
  return { incidentId: id, expectedVersion: version, idempotencyKey: randomUUID() };
}

/**
 * Repeats a request until it succeeds if a busy machine answers unavailable, as clients do; its key prevents a second
 * effect.
 */
export async function untilAvailable<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.retryAfterSeconds === undefined) throw error;
    }
  }
}
