import type { FlagsDecideRequest, ProjectContext } from '@svc/contract';
import { Evaluator, explain, type CompiledFlag, type Evaluation } from '@svc/flags';
import type { Clock } from '@svc/service';
import { contextOf, NOTHING_STORED, type Asker, type Askers } from './askers.js';
import type { DecisionWriter } from './decision-json.js';
import type { Exposures } from './exposures.js';
import type { FlagSet } from './flag-set.js';
import type { FlagSets } from './flag-sets.js';
import { JsonBytes } from './json-bytes.js';

/** Says what flags are for somebody. */
export class Decisions {
  private readonly json = new JsonBytes();

  constructor(
    private readonly sets: FlagSets,
    private readonly askers: Askers,
    private readonly exposures: Exposures,
    private readonly clock: Clock,
  ) {}

  /** The answer as JSON text. */
  async decide(request: FlagsDecideRequest, project: ProjectContext): Promise<Uint8Array> {
    const set = await this.sets.get(project.id);
    const writers = writersOf(set, request.flagKeys);
    const flags = writers.map(({ flag }) => flag);
    const asker = askerOf(request, this.clock());
    const { includeReasons: withReason = true, explain: withExplanation } = request;
    const { evaluator, evaluations } = await this.evaluate(set, flags, asker, project, withExplanation);
    if (request.sendExposure) this.expose(project, asker, flags, evaluations);
    // From here on nothing waits, so that the bytes are those of one answer.
    const { json } = this;
    json.begin();
    json.text(
      `{"project_id":"${project.id}","snapshot_version":${set.version},` +
        `"evaluated_at":"${new Date(asker.nowMs).toISOString()}","flags":{`,
    );
    const start = json.length;
    const errors: string[] = [];
    for (const [index, writer] of writers.entries()) {
      const evaluation = evaluations[index];
      if (!evaluation) errors.push(`${JSON.stringify(writer.flag.definition.key)}:"unavailable"`);
      else writer.write(json, evaluation, withReason, withExplanation ? explain(writer.flag, evaluator) : undefined);
    }
    // The comma behind the last one.
    if (json.length > start) json.unwrite();
    json.text(`},"errors_while_computing":${errors.length > 0},"errors":{${errors.join()}}}`);
    return json.copy();
  }

  /** Records who saw what; its time is now, whatever moment was asked about. */
  expose(
    project: ProjectContext,
    { distinctId }: Asker,
    flags: readonly CompiledFlag[],
    evaluations: readonly (Evaluation | undefined)[],
  ): void {
    this.exposures.note(project, distinctId, this.clock(), flags, evaluations);
  }

  /**
   * Evaluates by what the request says, and reads what is stored only for the flags that this leaves open: one whose conditions fail
   * anyway, or are all about what was sent, needs nothing. Undefined for a flag that depends on what cannot be read.
   */
  async evaluate(
    set: FlagSet,
    flags: readonly CompiledFlag[],
    asker: Asker,
    project: ProjectContext,
    readsAnyway = false,
  ): Promise<{ readonly evaluator: Evaluator; readonly evaluations: readonly (Evaluation | undefined)[] }> {
    const evaluator = new Evaluator(set.flags, contextOf(asker, NOTHING_STORED));
    const evaluations = flags.map((flag) => evaluator.evaluate(flag));
    if (!readsAnyway && !evaluations.includes(undefined)) return { evaluator, evaluations };
    const informed = new Evaluator(set.flags, contextOf(asker, await this.askers.find(project, asker, set.needs)));
    return {
      evaluator: informed,
      evaluations: evaluations.map((evaluation, index) => evaluation ?? evaluateAt(flags, index, informed)),
    };
  }
}

function evaluateAt(flags: readonly CompiledFlag[], index: number, evaluator: Evaluator): Evaluation | undefined {
  const flag = flags[index];
  return flag && evaluator.evaluate(flag);
}

function writersOf(set: FlagSet, keys: readonly string[]): readonly DecisionWriter[] {
  if (keys.length === 0) return set.writers;
  return [...new Set(keys)].flatMap((key) => set.writersByKey.get(key) ?? []);
}

/** @param nowMs unless another moment is asked about. */
export function askerOf(request: FlagsDecideRequest, nowMs: number): Asker {
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
