import { ACCOUNTS, AFFECTED } from '../checks/affected-checks.js';
import { PATHS } from '../checks/path-check.js';
import type { FactParameters } from '../facts/facts.js';
import type { EngineEvent, Scope } from '../model.js';
import type { Findings } from './findings.js';
import type { Run } from './run.js';

/** The requests that a subject is about. */
export type OfSubject = Pick<FactParameters, 'operation' | 'issueId' | 'personId'>;

export function ofSubject({ operation, issueId, personId }: Scope): OfSubject {
  return {
    ...(operation !== undefined && { operation }),
    ...(issueId !== undefined && { issueId }),
    ...(personId !== undefined && { personId }),
  };
}

/**
 * Checks that describe the bad requests of the symptom: where slow ones wait, and whom they concern. They rank no cause.
 *
 * @param sampled windows in which traces are compared.
 */
export async function* performOfSymptom(
  run: Run,
  findings: Findings,
  sampled: FactParameters,
  { issueId, personId, ...subject }: OfSubject,
): AsyncGenerator<EngineEvent> {
  const ofPaths = { ...sampled, ...subject, ...(personId !== undefined && { personId }) };
  const slow = findings.slowService();
  if (slow) yield* run.perform(PATHS, { ...ofPaths, services: [slow.name], slowerThanMs: slow.slowerThanMs });
  // Without slow requests, somebody who asks is told what all requests of the symptom wait for.
  else if (run.isRequested(PATHS)) yield* run.perform(PATHS, ofPaths);
  const affected = findings.affectedServices();
  const slowerThanMs = findings.slowerThanMs(affected);
  if (affected.length === 0) return;
  // Of a person it is known who is affected: others who have the same symptom count, too.
  const bad = {
    ...sampled,
    ...subject,
    services: affected,
    ...(issueId !== undefined && { issueId }),
    ...(slowerThanMs !== undefined && { slowerThanMs }),
  };
  yield* run.perform(AFFECTED, bad);
  yield* run.perform(ACCOUNTS, bad);
}
