import { createHash } from 'node:crypto';
import type { EngineEvent, EngineRequest, Evidence, InvestigationEngine } from '@svc/investigations';

/** Evidence that a script finds; the ID follows from its name. */
export function scriptedEvidence(name: string, changes: Partial<Evidence> = {}): Evidence {
  return {
    id: createHash('sha256').update(name).digest('hex').slice(0, 32),
    kind: 'own_errors',
    title: `Errors of ${name} began.`,
    finding: 'present',
    entities: [{ type: 'service', name }],
    window: { start: 1_000, end: 2_000 },
    query: { check: 'own_errors', parameters: { service: name }, bytesRead: 1_000, durationMs: 5 },
    rows: [{ service: name, errors: 12 }],
    resultHash: createHash('sha256').update(`result of ${name}`).digest('hex'),
    link: `/api/v1/traces?service=${encodeURIComponent(name)}`,
    scopes: ['traces:read'],
    ...changes,
  };
}

/** The events of a check that finds this evidence. */
export const found = (evidence: Evidence): EngineEvent[] => [
  { type: 'step', check: evidence.query.check, text: `Looking at ${evidence.query.check}.` },
  { type: 'evidence', evidence },
];

/** The conclusion that this evidence is the cause. */
export function concluded(...evidence: readonly Evidence[]): EngineEvent {
  const claims = evidence.map(({ id, title }) => ({ text: title, evidenceIds: [id] }));
  const causes = evidence.flatMap(({ entities }) => entities);
  const text = claims.map((claim) => claim.text).join(' ');
  return { type: 'conclusion', onset: 1_500, conclusion: { level: 'likely', text, causes, claims, reason: 'No map.' } };
}

type Script = (request: EngineRequest, signal: AbortSignal) => Iterable<EngineEvent> | AsyncIterable<EngineEvent>;

/** An engine whose events a spec writes. */
export class ScriptedEngine implements InvestigationEngine {
  readonly requests: EngineRequest[] = [];
  again: (evidence: Evidence) => Evidence | undefined | Promise<Evidence | undefined> = (evidence) => evidence;

  constructor(public script: Script = () => []) {}

  async *run(request: EngineRequest, signal: AbortSignal): AsyncGenerator<EngineEvent> {
    this.requests.push(request);
    for await (const event of this.script(request, signal)) {
      signal.throwIfAborted();
      yield event;
    }
  }

  async rerun(_: string, evidence: Evidence, signal: AbortSignal): Promise<Evidence | undefined> {
    const again = await this.again(evidence);
    signal.throwIfAborted();
    return again;
  }
}

/** Waits until the signal aborts, and throws its reason. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
