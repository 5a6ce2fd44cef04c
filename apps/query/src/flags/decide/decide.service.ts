import { Inject, Injectable } from '@nestjs/common';
import type { FlagsDecideRequest } from '@svc/contract';
import { Evaluator, explain, type CompiledFlag, type EvaluationContext } from '@svc/flags';
import { CLOCK, type Clock } from '../../dependencies.js';
import type { Scope } from '../../statement/index.js';
import type { FlagSet } from '../snapshot/flag-set.js';
import { FlagSets } from '../snapshot/flag-sets.js';
import { AskerService, type Asker } from './asker.service.js';
import { decisionJson } from './decision-json.js';
import { jointNeeds } from './needs.js';

@Injectable()
export class DecideService {
  constructor(
    private readonly sets: FlagSets,
    private readonly askers: AskerService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The answer as JSON text. */
  async decide(request: FlagsDecideRequest, scope: Scope): Promise<string> {
    const set = await this.sets.get(scope.projectId);
    const flags = flagsOf(set, request.flagKeys);
    const asker = askerOf(request, this.clock());
    const needs = request.flagKeys.length === 0 ? set.needs : jointNeeds(flags, set.flags);
    const context = await this.askers.contextOf(asker, needs, scope);
    const { decisions, failed } = decideAll(flags, set, context, request);
    const errors = failed.map((key) => `${JSON.stringify(key)}:"unavailable"`);
    return (
      `{"project_id":"${scope.projectId}","snapshot_version":${set.version},` +
      `"evaluated_at":"${new Date(asker.nowMs).toISOString()}","flags":{${decisions.join()}},` +
      `"errors_while_computing":${errors.length > 0},"errors":{${errors.join()}}}`
    );
  }
}

function decideAll(
  flags: readonly CompiledFlag[],
  set: FlagSet,
  context: EvaluationContext,
  { includeReasons: withReason = true, explain: withExplanation }: FlagsDecideRequest,
) {
  const evaluator = new Evaluator(set.flags, context);
  const decisions: string[] = [];
  const failed: string[] = [];
  for (const flag of flags) {
    const evaluation = evaluator.evaluate(flag);
    const explanation = withExplanation ? explain(flag, evaluator) : undefined;
    if (evaluation) decisions.push(decisionJson(flag, evaluation, { withReason, explanation }));
    else failed.push(flag.definition.key);
  }
  return { decisions, failed };
}

function flagsOf(set: FlagSet, keys: readonly string[]): readonly CompiledFlag[] {
  if (keys.length === 0) return set.all;
  return [...new Set(keys)].flatMap((key) => set.flags.get(key) ?? []);
}

function askerOf(request: FlagsDecideRequest, nowMs: number): Asker {
  const { distinctId, anonDistinctId, groups, evaluationTime: time } = request;
  return {
    distinctId,
    anonDistinctId: anonDistinctId === '' ? undefined : anonDistinctId,
    groups,
    personProperties: request.personProperties ?? {},
    groupProperties: request.groupProperties,
    nowMs: time ? Number(time.seconds) * 1000 + Math.floor(time.nanos / 1e6) : nowMs,
  };
}
