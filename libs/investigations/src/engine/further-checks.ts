import { AGENTS } from '../checks/agent-checks.js';
import type { Check } from '../checks/check.js';
import { ISSUES } from '../checks/issue-check.js';
import { METRICS } from '../checks/metric-check.js';
import type { FactName, FactParameters } from '../facts/facts.js';
import type { EngineEvent } from '../model.js';
import type { Findings } from './findings.js';
import type { Found, Run } from './run.js';

/**
 * Checks that are left out once a cause is confirmed, because they would only add what is unusual for another reason. If a message asks for
 * them nevertheless, the conclusion does not follow from them.
 *
 * @param sampled windows in which traces and logs are compared.
 * @param compared windows with all of the normal time, for series.
 */
export async function* performFurther(
  run: Run,
  findings: Findings,
  sampled: FactParameters,
  compared: FactParameters,
): AsyncGenerator<EngineEvent> {
  const { level } = findings.judge(run.notLookedAt);
  const isConfirmed = level === 'confirmed';
  async function* perform<Name extends FactName>(
    check: Check<Name>,
    parameters: FactParameters,
  ): AsyncGenerator<EngineEvent, Found<Name> | undefined> {
    if (isConfirmed && !run.isRequested(check)) return undefined;
    const found = yield* run.perform(check, parameters);
    return isConfirmed ? undefined : found;
  }
  findings.add((yield* perform(ISSUES, sampled))?.signals ?? []);
  const agents = yield* perform(AGENTS, { ...compared, services: [] });
  if (agents?.facts) findings.addAgents(agents.facts, agents.signals);
  // While requests name no cause, a metric of any service may.
  const metrics = { ...compared, services: level === 'inconclusive' ? [] : findings.servicesToCompare() };
  // They tell why a service fails or is slow, also if the service is confirmed.
  const { signals } = yield* run.perform(METRICS, metrics);
  if (!isConfirmed) findings.add(signals);
}
