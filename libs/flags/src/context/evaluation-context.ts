import type { Json } from '../definition/definition.js';
import type { EvaluationContext, PropertySource } from '../evaluate.js';
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

/** Stored properties as JSON objects: all of them, and those that were written with a secret key. */
export interface StoredProperties {
  readonly properties: string;
  readonly serverProperties: string;
}

export interface StoredPerson extends StoredProperties {
  readonly personId: string;
  readonly memberships: Readonly<Record<string, boolean>>;
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

/** Undefined where nothing could be read. */
export function toStoredContext(
  person: StoredPerson | undefined,
  groups: readonly (readonly [type: string, group: StoredProperties | undefined])[],
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

/** The groups of a context that flags refer to. */
export function neededGroups({ groups }: RequestedContext, { groupTypes }: JointNeeds) {
  return Object.entries(groups)
    .filter(([type]) => groupTypes.has(type))
    .map(([type, key]) => ({ type, key }));
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

function merge(stored: Properties | undefined, supplied: Properties): PropertySource {
  return stored ? { values: { ...stored, ...supplied }, isComplete: true } : { values: supplied, isComplete: false };
}

function parseProperties(json: string): Properties {
  return json === '' ? {} : (JSON.parse(json) as Properties);
}
