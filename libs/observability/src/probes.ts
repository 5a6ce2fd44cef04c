import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HealthRegistry } from './health.js';

/** The answers to the probes of an orchestrator. */
export interface Probes {
  /** Whether the service has started; until then it is neither started nor ready. */
  readonly isStarted: () => boolean;
  readonly health: HealthRegistry;
}

type Answer = { readonly ok: boolean; readonly checks?: Readonly<Record<string, boolean>> };

const PROBES: Readonly<Record<string, (probes: Probes) => Promise<Answer>>> = {
  '/health/live': () => Promise.resolve({ ok: true }),
  '/health/startup': ({ isStarted }) => Promise.resolve({ ok: isStarted() }),
  '/health/ready': async ({ isStarted, health }) =>
    isStarted() ? await health.report() : { ok: false, checks: { started: false } },
};

/**
 * Answers `GET /health/live` (the process responds), `/health/startup` (it has started) and `/health/ready` (it has started, its stores
 * respond and it is not stopping) with 200 or 503. They have no credential, so answers only name checks. Returns whether it was a probe.
 */
export function answerProbe(probes: Probes, request: IncomingMessage, response: ServerResponse): boolean {
  const url = request.url ?? '';
  const probe = Object.hasOwn(PROBES, url) ? PROBES[url] : undefined;
  if (probe === undefined || request.method !== 'GET') return false;
  void probe(probes).then(({ ok, checks }) => {
    response
      .writeHead(ok ? 200 : 503, { 'content-type': 'application/json' })
      .end(JSON.stringify({ status: ok ? 'ok' : 'unavailable', ...(checks && { checks }) }));
  });
  return true;
}
