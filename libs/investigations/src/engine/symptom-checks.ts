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
  // If no requests are slow, a user who asks is told what all requests of the symptom wait for.
  else if (run.isRequested(PATHS)) yield* run.perform(PATHS, ofPaths);
  const affected = findings.affectedServices();
  const slowerThanMs = findings.slowerThanMs(affected);
  if (affected.length === 0) return;
  // The person that the subject names is known to be affected, so everybody with the same symptom is counted.
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
