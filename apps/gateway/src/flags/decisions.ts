import { Inject, Injectable } from '@nestjs/common';
import type { FlagsDecideRequest, ProjectContext } from '@svc/contract';
import {
  EMPTY_CONTEXT,
  Evaluator,
  explain,
  MAX_EXPLAINED,
  toEvaluationContext,
  type CompiledFlag,
  type Evaluation,
  type Explanation,
  type RequestedContext,
} from '@svc/flags';
import { CLOCK, EventLoopYielder, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { checkMayExplain, type Caller } from './caller.js';
import { ContextLoader } from './context-loader.js';
import { Exposures } from './exposures.js';
import type { FlagSet } from './flag-set.js';
import { FlagSets } from './flag-sets.js';
import type { DecisionWriter } from './json/decision-json.js';
import { JsonBuffers, type JsonBytes } from './json/json-bytes.js';

/** Number of inexpensive flags, which take about a microsecond each, between two readings of the clock. */
const QUICK_FLAGS = 16;

/** Evaluates flags for one evaluation context. */
@Injectable()
export class Decisions {
  private readonly buffers = new JsonBuffers();

  constructor(
    private readonly sets: FlagSets,
    private readonly contexts: ContextLoader,
    private readonly exposures: Exposures,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Writes the answer as JSON. The caller releases it when it is no longer read. */
  async decide(request: FlagsDecideRequest, project: ProjectContext, caller: Caller): Promise<JsonBytes> {
    if (request.explain) checkMayExplain(caller);
    const set = await this.sets.get(project.id);
    const writers = selectWriters(set, request.flagKeys);
    const flags = writers.map(({ flag }) => flag);
    if (request.explain) checkExplainable(flags);
    const requested = readRequestedContext(request, this.clock());
    const { includeReasons = true, explain: withExplanation } = request;
    const withReason = includeReasons && !caller.isPublishable;
    const { evaluator, evaluations } = await this.evaluate(set, flags, requested, project, withExplanation);
    if (request.sendExposure && caller.mayRecordExposures) this.expose(project, requested, flags, evaluations);
    const explanations = withExplanation ? await explainAll(flags, evaluator) : [];
    const json = this.buffers.take();
    json.text(
      `{"project_id":"${project.id}","snapshot_version":${set.version},` +
        `"evaluated_at":"${new Date(requested.nowMs).toISOString()}","flags":{`,
    );
    const start = json.length;
    const errors: string[] = [];
    // Not by entries(), which makes an array for each flag.
    for (let index = 0; index < writers.length; index++) {
      const writer = writers[index] as DecisionWriter;
      const evaluation = evaluations[index];
      if (!evaluation) errors.push(`${JSON.stringify(writer.flag.definition.key)}:"unavailable"`);
      else writer.write(json, evaluation, withReason, explanations[index]);
    }
    // Removes the comma after the last flag.
    if (json.length > start) json.unwrite();
    json.text(`},"errors_while_computing":${errors.length > 0},"errors":{${errors.join()}}}`);
    return json;
  }

  /** Lets the memory of an answer be used for another one. */
  release(json: JsonBytes): void {
    this.buffers.giveBack(json);
  }

  /** Records the exposure; its time is now, whatever evaluation time was requested. */
  expose(
    project: ProjectContext,
    { distinctId }: RequestedContext,
    flags: readonly CompiledFlag[],
    evaluations: readonly (Evaluation | undefined)[],
  ): void {
    this.exposures.note(project, distinctId, this.clock(), flags, evaluations);
  }

  /**
   * Evaluates from the request, and loads stored properties only if that leaves a flag undecided: a flag whose
   * conditions fail anyway, or refer only to properties of the request, needs none. Undefined for a flag that depends
   * on properties that cannot be read.
   */
  async evaluate(
    set: FlagSet,
    flags: readonly CompiledFlag[],
    requested: RequestedContext,
    project: ProjectContext,
    readsAnyway = false,
  ): Promise<{ readonly evaluator: Evaluator; readonly evaluations: readonly (Evaluation | undefined)[] }> {
    const evaluator = new Evaluator(set.flags, toEvaluationContext(requested, EMPTY_CONTEXT));
    const evaluations = await evaluateAll(evaluator, flags);
    if (!readsAnyway && !evaluations.includes(undefined)) return { evaluator, evaluations };
    const informed = new Evaluator(
      set.flags,
      toEvaluationContext(requested, await this.contexts.load(project, requested, set.needs)),
    );
    const undecided = flags.filter((_, index) => evaluations[index] === undefined);
    const decided = (await evaluateAll(informed, undecided)).values();
    return {
      evaluator: informed,
      evaluations: evaluations.map((evaluation) => evaluation ?? decided.next().value),
    };
  }
}

/** Lets other requests run in between: one flag may have thousands of conditions, and one condition may take milliseconds. */
async function evaluateAll(
  evaluator: Evaluator,
  flags: readonly CompiledFlag[],
): Promise<readonly (Evaluation | undefined)[]> {
  const turns = new EventLoopYielder(1);
  const evaluations: (Evaluation | undefined)[] = [];
  for (let index = 0; index < flags.length; index++) {
    const flag = flags[index] as CompiledFlag;
    const isQuick = !flag.isCostly && (index % QUICK_FLAGS > 0 || !turns.isDue());
    evaluations.push(isQuick ? evaluator.evaluate(flag) : await evaluator.evaluateInTurns(flag, turns));
  }
  return evaluations;
}

/** @throws ServiceError `invalid_request` if the explanation would be too long. */
function checkExplainable(flags: readonly CompiledFlag[]): void {
  const count = flags.flatMap(({ groups }) => groups).reduce((sum, { conditions }) => sum + conditions.length, 0);
  if (count <= MAX_EXPLAINED) return;
  throw invalidField('explain', `is possible for at most ${MAX_EXPLAINED} conditions: name fewer flags in flag_keys`);
}

async function explainAll(flags: readonly CompiledFlag[], evaluator: Evaluator): Promise<Explanation[]> {
  const turns = new EventLoopYielder(1);
  const explanations: Explanation[] = [];
  for (const flag of flags) explanations.push(await explain(flag, evaluator, turns));
  return explanations;
}

function selectWriters(set: FlagSet, keys: readonly string[]): readonly DecisionWriter[] {
  if (keys.length === 0) return set.writers;
  return [...new Set(keys)].flatMap((key) => set.writersByKey.get(key) ?? []);
}

/** @param nowMs the current time, unless the request names another one. */
export function readRequestedContext(request: FlagsDecideRequest, nowMs: number): RequestedContext {
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
