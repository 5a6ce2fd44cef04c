import {
  DEVICE_ID,
  isServerOnly,
  pathRoot,
  type CompiledCondition,
  type CompiledFlag,
  type CompiledGroup,
} from './compile.js';
import { LIMITS, type Json } from './definition/definition.js';

/**
 * The known data of the person, groups and properties that a flag is evaluated for. A method returns undefined if its
 * source did not respond.
 */
export interface EvaluationContext {
  readonly distinctId: string;
  readonly anonDistinctId?: string | undefined;
  /** The canonical distinct ID; only needed by flags that bucket by it. */
  readonly personId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Keys of the groups that the person acts for, by group type. */
  readonly groups: Readonly<Record<string, string>>;
  readonly personProperties: PropertySource;
  readonly groupProperties: Readonly<Record<string, PropertySource>>;
  /** The stored values that were sent with a secret key. */
  readonly serverPersonProperties: PropertySource;
  readonly serverGroupProperties: Readonly<Record<string, PropertySource>>;
  readonly isCohortMember: (cohortId: string) => boolean | undefined;
}

export interface PropertySource {
  readonly values: Readonly<Record<string, Json>>;
  /** Whether a property that is not in `values` is absent; otherwise nothing is known about it. */
  readonly isComplete: boolean;
}

/** The reasons of decisions, with their descriptions for display. */
export const REASONS = {
  disabled: 'The flag is inactive.',
  dependency_failed: 'A flag it depends on is not what it has to be.',
  missing_group: 'The evaluation context has no group of the type of the flag.',
  condition_match: 'All conditions of the group hold.',
  out_of_rollout: 'All conditions of the group hold, but the evaluation context is outside its rollout.',
  no_match: 'No group has all its conditions met.',
  holdout: 'The evaluation context is in the holdout.',
} as const;

export type ReasonCode = keyof typeof REASONS;

export interface Evaluation {
  readonly enabled: boolean;
  readonly variant: string | null;
  readonly payload: Json;
  readonly reason: ReasonCode;
  /** The group that matched, or the last one that failed only because of its rollout. */
  readonly conditionIndex: number | undefined;
  /** The position of the ID between 0 and 1, if it was needed. */
  readonly hash: number | undefined;
  /**
   * Whether the variant was drawn, or the flag is on for a part only, so that matching contexts get different results.
   */
  readonly isSplit: boolean;
}

/** Says when other work should run, and lets it. */
export interface Turns {
  isDue(): boolean;
  yield(): Promise<void>;
}

/** Evaluates flags of one set for one evaluation context. Prerequisites are looked up in the set and evaluated once. */
export class Evaluator {
  /** Prerequisites that were already evaluated. */
  readonly #known = new Map<CompiledFlag, Evaluation | undefined>();

  /** Results of conditions of the flag that is evaluated with turns. */
  readonly #answers = new Map<CompiledCondition, boolean>();

  constructor(
    private readonly flags: ReadonlyMap<string, CompiledFlag>,
    private readonly context: EvaluationContext,
  ) {}

  /** Undefined if something it depends on is unknown: a result would be a guess. */
  evaluate(flag: CompiledFlag): Evaluation | undefined {
    return this.#known.size > 0 && this.#known.has(flag) ? this.#known.get(flag) : this.#decide(flag);
  }

  /** Like `evaluate`, but lets other work run between conditions if the flag may take long. */
  async evaluateInTurns(flag: CompiledFlag, turns: Turns): Promise<Evaluation | undefined> {
    if (turns.isDue()) await turns.yield();
    if (!flag.isCostly || this.#known.has(flag)) return this.evaluate(flag);
    await this.#prepare(flag, turns);
    const evaluation = this.evaluate(flag);
    this.#answers.clear();
    return evaluation;
  }

  /** Tests the conditions that an evaluation is going to test, and evaluates the flags that they refer to. */
  async #prepare(flag: CompiledFlag, turns: Turns): Promise<void> {
    if (!flag.definition.active) return;
    for (const { conditions } of flag.groups) {
      for (const { definition } of conditions) await this.#preparePrerequisite(definition, turns);
    }
    for (const { conditions, rollout } of flag.groups) {
      const isMatch = await this.#testInTurns(conditions, turns);
      if (isMatch && rollout >= 1) return;
    }
  }

  /** Whether all conditions hold; stops at the first that does not. */
  async #testInTurns(conditions: readonly CompiledCondition[], turns: Turns): Promise<boolean> {
    let holdAll = true;
    for (const condition of conditions) {
      const holds = this.test(condition);
      if (holds !== undefined) this.#answers.set(condition, holds);
      if (turns.isDue()) await turns.yield();
      if (holds === false) return false;
      holdAll &&= holds === true;
    }
    return holdAll;
  }

  async #preparePrerequisite({ type, key }: CompiledCondition['definition'], turns: Turns): Promise<void> {
    const flag = type === 'flag' ? this.flags.get(key) : undefined;
    if (!flag || this.#known.has(flag)) return;
    // Writes reject cycles; a flag that depends on itself all the same counts as unknown.
    this.#known.set(flag, undefined);
    await this.#prepare(flag, turns);
    this.#known.set(flag, this.#decide(flag));
    this.#answers.clear();
  }

  #prerequisite(flag: CompiledFlag): Evaluation | undefined {
    if (this.#known.has(flag)) return this.#known.get(flag);
    // Writes reject cycles; a flag that depends on itself all the same counts as unknown.
    this.#known.set(flag, undefined);
    const evaluation = this.#decide(flag);
    this.#known.set(flag, evaluation);
    return evaluation;
  }

  #decide(flag: CompiledFlag): Evaluation | undefined {
    if (!flag.definition.active) return off(flag, 'disabled');
    const groupKey = flag.groupType === undefined ? undefined : ownValue(this.context.groups, flag.groupType);
    if (flag.groupType !== undefined && (groupKey === undefined || groupKey === '')) return off(flag, 'missing_group');
    const id = this.bucketingId(flag, groupKey);
    if (id === undefined) return undefined;
    if (flag.isHeldOut(id)) return off(flag, 'holdout');

    let reason: ReasonCode = 'no_match';
    let outOfRollout: number | undefined;
    let hash: number | undefined;
    let index = -1;
    for (const group of flag.groups) {
      index += 1;
      const failed = this.#firstFailure(group.conditions);
      if (failed === 'unknown') return undefined;
      if (failed) {
        if (failed.definition.type === 'flag' && reason === 'no_match') reason = 'dependency_failed';
        continue;
      }
      if (group.rollout >= 1) return on(flag, id, group, index, hash);
      if (group.rollout > 0) {
        hash ??= flag.position(id);
        if (hash <= group.rollout) return on(flag, id, group, index, hash);
      }
      reason = 'out_of_rollout';
      outOfRollout = index;
    }
    return off(flag, reason, outOfRollout, hash);
  }

  /** The ID that is hashed; undefined if it is not known. */
  bucketingId({ bucketBy, groupType }: CompiledFlag, groupKey?: string): string | undefined {
    const { context } = this;
    switch (bucketBy) {
      case 'distinct_id':
        return context.distinctId;
      case 'group_key':
        return groupKey ?? (groupType === undefined ? context.distinctId : ownValue(context.groups, groupType));
      case 'person_id':
        return context.personId;
      case 'device_id': {
        const device = property(context.personProperties, DEVICE_ID);
        if (device === UNKNOWN) return undefined;
        return isId(device) ? device : (context.anonDistinctId ?? context.distinctId);
      }
    }
  }

  #firstFailure(conditions: readonly CompiledCondition[]): CompiledCondition | 'unknown' | undefined {
    let unknown: 'unknown' | undefined;
    for (const condition of conditions) {
      const holds = this.test(condition);
      // A condition that fails decides, even if others are unknown.
      if (holds === false) return condition;
      if (holds === undefined) unknown = 'unknown';
    }
    return unknown;
  }

  /** Whether a condition holds; undefined if its input is unknown. */
  test(condition: CompiledCondition): boolean | undefined {
    const known = this.#answers.size > 0 ? this.#answers.get(condition) : undefined;
    if (known !== undefined) return known;
    const { definition, matches, negate } = condition;
    const candidate = this.candidate(definition);
    if (candidate === UNKNOWN) return undefined;
    return matches(candidate, this.context.nowMs) !== negate;
  }

  /** The value that a condition tests. */
  candidate(condition: CompiledCondition['definition']): Json | undefined | Unknown {
    const { type, key, group_type: groupType = '' } = condition;
    const { context } = this;
    switch (type) {
      case 'person':
        return property(isServerOnly(condition) ? context.serverPersonProperties : context.personProperties, key);
      case 'group': {
        if (ownValue(context.groups, groupType) === undefined) return undefined;
        const sources = isServerOnly(condition) ? context.serverGroupProperties : context.groupProperties;
        const source = ownValue(sources, groupType);
        return source ? property(source, key) : undefined;
      }
      case 'cohort':
        return this.context.isCohortMember(key) ?? UNKNOWN;
      case 'flag': {
        const flag = this.flags.get(key);
        if (!flag) return false;
        const evaluation = this.#prerequisite(flag);
        if (!evaluation) return UNKNOWN;
        // A flag with variants equals both `true` and its variant.
        return evaluation.enabled ? (evaluation.variant === null ? true : [true, evaluation.variant]) : false;
      }
    }
  }
}

export const UNKNOWN = Symbol('unknown');
export type Unknown = typeof UNKNOWN;

function isId(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= LIMITS.idBytes;
}

function property({ values, isComplete }: PropertySource, key: string): Json | undefined | Unknown {
  if (Object.hasOwn(values, key)) return values[key] ?? null;
  const root = pathRoot(key);
  if (root !== undefined && Object.hasOwn(values, root)) return nested(values[root], key.slice(root.length + 1));
  return isComplete ? undefined : UNKNOWN;
}

/** The member of an object at a path such as `a.b`; undefined if there is none. */
function nested(value: Json | undefined, path: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = value as Readonly<Record<string, Json>>;
  if (Object.hasOwn(members, path)) return members[path];
  const root = pathRoot(path);
  return root !== undefined && Object.hasOwn(members, root)
    ? nested(members[root], path.slice(root.length + 1))
    : undefined;
}

function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function on(
  flag: CompiledFlag,
  id: string,
  group: CompiledGroup,
  conditionIndex: number,
  hash: number | undefined,
): Evaluation {
  const { variants, filters } = flag.definition;
  const variant = group.variant ?? flag.drawVariant(id);
  return {
    enabled: true,
    variant: variant?.key ?? null,
    payload: (variant ? variant.payload : filters.payload) ?? null,
    reason: 'condition_match',
    conditionIndex,
    hash,
    isSplit: group.rollout < 1 || (group.variant === undefined && variants.length > 1),
  };
}

function off(flag: CompiledFlag, reason: ReasonCode, conditionIndex?: number, hash?: number): Evaluation {
  const key = flag.definition.default_variant;
  const variant = key === undefined ? undefined : flag.variants.get(key);
  return {
    enabled: false,
    variant: variant?.key ?? null,
    payload: variant?.payload ?? null,
    reason,
    conditionIndex,
    hash,
    isSplit: false,
  };
}
