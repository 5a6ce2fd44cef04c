import type { JsonObject, JsonValue } from '@svc/contract';
import { PatternBudget, readSource, readTest, type PropertySource, type PropertyTest } from '@svc/property-filters';
import { invalidField } from '@svc/service-error';
import { readBehavioralLeaf, type BehavioralLeaf } from './behavioral-leaf.js';

export type CohortKind = 'behavioral' | 'property' | 'static';

/** A parsed cohort definition. */
export type CohortDefinition = Branch | Leaf;

export interface Branch {
  readonly operator: 'and' | 'or';
  readonly conditions: readonly CohortDefinition[];
}

export type Leaf = { readonly path: string; readonly json: JsonObject } & (
  | { readonly type: 'property'; readonly key: string; readonly source: PropertySource; readonly test: PropertyTest }
  | { readonly type: 'event'; readonly behavior: BehavioralLeaf }
  | { readonly type: 'cohort'; readonly id: string; readonly negate: boolean }
);

const MAX_DEPTH = 5;
const MAX_LEAVES = 50;
const MAX_KEY_BYTES = 512;

/**
 * @param now nanoseconds since 1970, for dates such as `-7d`.
 * @throws ServiceError `invalid_request` that names the invalid part.
 */
export function readDefinition(kind: CohortKind, json: JsonObject, now: bigint): CohortDefinition {
  const leaves: Leaf[] = [];
  const patterns = new PatternBudget();
  const read = (node: JsonValue | undefined, path: string, depth: number): CohortDefinition => {
    if (!isObject(node)) throw invalidField(path, 'must be an object');
    if (!('operator' in node) && !('conditions' in node)) {
      const leaf = readLeaf(kind, node, path, now, patterns);
      if (leaves.push(leaf) > MAX_LEAVES) throw invalidField('definition', `must have at most ${MAX_LEAVES} leaves`);
      return leaf;
    }
    if (depth > MAX_DEPTH) throw invalidField(path, `must not nest deeper than ${MAX_DEPTH}`);
    const { operator, conditions } = node;
    if (operator !== 'and' && operator !== 'or') throw invalidField(`${path}.operator`, 'must be "and" or "or"');
    if (!Array.isArray(conditions) || conditions.length === 0)
      throw invalidField(`${path}.conditions`, 'must be a list with at least one condition');
    onlyFields(node, ['operator', 'conditions'], path);
    return {
      operator,
      conditions: conditions.map((each, index) => read(each, `${path}.conditions[${index}]`, depth + 1)),
    };
  };
  return read(json, 'definition', 1);
}

export function listLeaves(definition: CohortDefinition): Leaf[] {
  return 'operator' in definition ? definition.conditions.flatMap(listLeaves) : [definition];
}

/** IDs of the cohorts that the definition refers to. */
export function cohortsIn(definition: CohortDefinition): string[] {
  return listLeaves(definition).flatMap((leaf) => (leaf.type === 'cohort' ? [leaf.id] : []));
}

function readLeaf(kind: CohortKind, json: JsonObject, path: string, now: bigint, patterns: PatternBudget): Leaf {
  const type = json['type'];
  switch (typeof type === 'string' ? type : '') {
    case 'property': {
      onlyFields(json, ['type', 'key', 'op', 'value', 'source'], path);
      const { key, op, value } = json;
      const source = readSource(json['source'], path);
      if (typeof key !== 'string' || key === '' || Buffer.byteLength(key) > MAX_KEY_BYTES)
        throw invalidField(`${path}.key`, `must be 1 to ${MAX_KEY_BYTES} bytes`);
      return { path, json, type: 'property', key, source, test: readTest(op, value, path, now, patterns) };
    }
    case 'cohort': {
      onlyFields(json, ['type', 'id', 'op', 'negate'], path);
      const { id, op = 'in', negate = false } = json;
      if (typeof id !== 'string') throw invalidField(`${path}.id`, 'must be the id of a cohort');
      if (typeof negate !== 'boolean') throw invalidField(`${path}.negate`, 'must be true or false');
      if (op !== 'in' && op !== 'not_in') throw invalidField(`${path}.op`, 'must be in or not_in');
      return { path, json, type: 'cohort', id, negate: negate !== (op === 'not_in') };
    }
    case 'event':
      if (kind === 'property') throw invalidField(`${path}.type`, 'event is only valid in a behavioral cohort');
      return { path, json, type: 'event', behavior: readBehavioralLeaf(json, path, now, patterns) };
    default:
      throw invalidField(`${path}.type`, 'must be property, event or cohort');
  }
}

function onlyFields(json: JsonObject, fields: readonly string[], path: string): void {
  if (!Object.keys(json).every((name) => fields.includes(name)))
    throw invalidField(path, `may only have ${fields.join(', ')}`);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
