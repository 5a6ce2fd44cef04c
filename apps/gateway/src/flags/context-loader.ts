import { Inject, Injectable } from '@nestjs/common';
import { deadline } from '@svc/config';
import type { FlagSource, FlagSourceGroup, FlagSourcePerson, ProjectContext } from '@svc/contract';
import type { EvaluationContext, Json, PropertySource } from '@svc/flags';
import type { Logger } from '@svc/observability';
import type { Client } from '@svc/rpc';
import { LOGGER } from '@svc/runtime';
import { BatchLoader } from './batch-loader.js';
import { FLAG_SOURCE } from './flag-source.js';
import type { JointNeeds } from './needs.js';

type Properties = Readonly<Record<string, Json>>;

/** The part of an evaluation context that the request itself supplies. */
export interface RequestedContext {
  readonly distinctId: string;
  readonly anonDistinctId?: string | undefined;
  readonly groups: Readonly<Record<string, string>>;
  readonly personProperties: Properties;
  readonly groupProperties: Readonly<Record<string, Properties>>;
  readonly nowMs: number;
}

/** The part of an evaluation context that is stored; undefined where it cannot be read. */
export interface StoredContext {
  readonly personId?: string | undefined;
  readonly personProperties?: Properties | undefined;
  /** Properties by group type; absent if no flag refers to the type. */
  readonly groupProperties: Readonly<Record<string, Properties | undefined>>;
  /** Written with a secret key to the distinct ID itself. */
  readonly serverPersonProperties?: Properties | undefined;
  readonly serverGroupProperties: Readonly<Record<string, Properties | undefined>>;
  readonly memberships?: Readonly<Record<string, boolean>> | undefined;
}

/** The stored context before any properties are read. */
export const EMPTY_CONTEXT: StoredContext = { groupProperties: {}, serverGroupProperties: {} };

/** Limit of the wait for a read, and again of the read itself. */
const TIMEOUT_MS = deadline(1_500);

interface ContextKey {
  readonly requested: RequestedContext;
  readonly needs: JointNeeds;
}

/** Loads the stored part of evaluation contexts, for all concurrent requests of a project at once. */
@Injectable()
export class ContextLoader {
  readonly #batches: BatchLoader<ProjectContext, ContextKey, StoredContext>;

  constructor(
    @Inject(FLAG_SOURCE) private readonly source: Pick<Client<typeof FlagSource>, 'contexts'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#batches = new BatchLoader((project, keys) => this.#read(project, keys), TIMEOUT_MS);
  }

  /** Never rejects: properties that cannot be read are unknown. */
  load(project: ProjectContext, requested: RequestedContext, needs: JointNeeds): Promise<StoredContext> {
    return this.#batches.load(project, { requested, needs }).catch(() => EMPTY_CONTEXT);
  }

  #read(project: ProjectContext, keys: readonly ContextKey[]): Promise<(key: ContextKey) => StoredContext> {
    return this.#call(project, keys).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'stored properties unavailable; evaluating flags from the request only');
      throw error;
    });
  }

  async #call(project: ProjectContext, keys: readonly ContextKey[]): Promise<(key: ContextKey) => StoredContext> {
    const persons = indexed(keys.map(({ requested }) => requested.distinctId));
    const groups = indexed(keys.flatMap(({ requested, needs }) => neededGroups(requested, needs).map(groupName)));
    const answer = await this.source.contexts(
      {
        project,
        distinctIds: [...persons.keys()],
        groups: Array.from(groups.keys(), (name) => JSON.parse(name) as { type: string; key: string }),
        personProperties: union(keys, (needs) => needs.personProperties),
        groupProperties: union(keys, (needs) => needs.groupProperties),
        serverPersonProperties: union(keys, (needs) => needs.serverPersonProperties),
        serverGroupProperties: union(keys, (needs) => needs.serverGroupProperties),
        cohorts: union(keys, (needs) => needs.cohorts),
      },
      { timeoutMs: TIMEOUT_MS },
    );
    return ({ requested, needs }) =>
      toStoredContext(
        answer.persons[persons.get(requested.distinctId) ?? -1],
        neededGroups(requested, needs).map((group) => {
          return [group.type, answer.groups[groups.get(groupName(group)) ?? -1]] as const;
        }),
      );
  }
}

/**
 * Builds the context in which flags are evaluated: properties of the request override stored ones, but never
 * server-written ones.
 */
export function toEvaluationContext(requested: RequestedContext, stored: StoredContext): EvaluationContext {
  const { personId, personProperties, groupProperties, serverPersonProperties, serverGroupProperties, memberships } =
    stored;
  const bySource = (known: StoredContext['groupProperties'], supplied: RequestedContext['groupProperties']) =>
    mapValues(requested.groups, (_, type) => merge(ownValue(known, type), ownValue(supplied, type) ?? {}));
  return {
    distinctId: requested.distinctId,
    anonDistinctId: requested.anonDistinctId,
    personId,
    nowMs: requested.nowMs,
    groups: requested.groups,
    personProperties: merge(personProperties, requested.personProperties),
    groupProperties: bySource(groupProperties, requested.groupProperties),
    serverPersonProperties: merge(serverPersonProperties, {}),
    serverGroupProperties: bySource(serverGroupProperties, {}),
    isCohortMember: (id) => memberships?.[id],
  };
}

function toStoredContext(
  person: FlagSourcePerson | undefined,
  groups: readonly (readonly [type: string, group: FlagSourceGroup | undefined])[],
): StoredContext {
  const byType = Object.fromEntries(groups);
  return {
    personId: person?.personId,
    personProperties: person && parseProperties(person.properties),
    groupProperties: mapValues(byType, (group) => group && parseProperties(group.properties)),
    serverPersonProperties: person && parseProperties(person.serverProperties),
    serverGroupProperties: mapValues(byType, (group) => group && parseProperties(group.serverProperties)),
    memberships: person?.memberships,
  };
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The groups of a context that flags refer to. */
function neededGroups({ groups }: RequestedContext, { groupTypes }: JointNeeds) {
  return Object.entries(groups)
    .filter(([type]) => groupTypes.has(type))
    .map(([type, key]) => ({ type, key }));
}

function groupName({ type, key }: { readonly type: string; readonly key: string }): string {
  return JSON.stringify({ type, key });
}

/** Each distinct name with its index. */
function indexed(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(names)].map((name, index) => [name, index]));
}

function union(keys: readonly ContextKey[], part: (needs: JointNeeds) => readonly string[]): string[] {
  return [...new Set([...new Set(keys.map(({ needs }) => needs))].flatMap(part))];
}

function merge(stored: Properties | undefined, supplied: Properties): PropertySource {
  return stored ? { values: { ...stored, ...supplied }, isComplete: true } : { values: supplied, isComplete: false };
}

function parseProperties(json: string): Properties {
  return json === '' ? {} : (JSON.parse(json) as Properties);
}
