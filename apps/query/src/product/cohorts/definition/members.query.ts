import {
  allOf,
  anyOf,
  selectFrom,
  sql,
  stringParam,
  stringParams,
  typed,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { distinctIdHash } from '../../../customers/index.js';
import { personCondition } from '../../events/event-fields.js';
import { behavioralCondition, allPersons } from './behavioral.js';
import type { CohortDefinition, Leaf } from './definition.js';
import { serverPropertyCondition } from './server-property.query.js';

/** The source of another cohort's members: its definition, or their distinct IDs. */
export type CohortSource = CohortDefinition | readonly string[];

export interface MembersQuestion {
  readonly scope: Scope;
  /** Nanoseconds since 1970. */
  readonly at: bigint;
  /** Every cohort that the definition refers to, directly or indirectly. */
  readonly cohorts: ReadonlyMap<string, CohortSource>;
}

/** Canonical distinct IDs of all members, as the only column `person`. */
export function selectMembers(definition: CohortDefinition, question: MembersQuestion) {
  return selectFrom(allPersons(question.scope), {
    columns: { person: typed('String', sql`person`) },
    where: [sql`${toCondition(definition, question)}`],
  });
}

export function selectMembersPage(definition: CohortDefinition, question: MembersQuestion, limit: number) {
  return selectFrom(selectMembers(definition, question), {
    columns: { person: typed('String', sql`person`), total: typed('UInt64', sql`count() OVER ()`) },
    orderBy: sql`person`,
    limit: limit,
  });
}

/** Whether each leaf holds for one person: `holds`, in the order of the leaves. */
export function selectHolds(leaves: readonly Leaf[], person: string, question: MembersQuestion) {
  const conditions = leaves.map((leaf) => sql`toUInt8(${toCondition(leaf, question)})`);
  const [first = sql`0`, ...others] = conditions;
  const holds = others.reduce((list, condition) => sql`${list}, ${condition}`, first);
  return selectFrom(sql`SELECT ${stringParam(person)} AS person`, {
    columns: { holds: typed('Array(UInt8)', sql`array(${holds})`) },
  });
}

/** A condition on the column `person` of the statement that contains it. */
function toCondition(definition: CohortDefinition, question: MembersQuestion): Sql {
  if ('operator' in definition) {
    const conditions = definition.conditions.map((each) => sql`(${toCondition(each, question)})`);
    return definition.operator === 'and' ? allOf(conditions) : anyOf(conditions);
  }
  switch (definition.type) {
    case 'event':
      return sql`person IN (${behavioralCondition(definition.behavior, question.at, question.scope)})`;
    case 'property': {
      const { key, test, source } = definition;
      return source === 'server'
        ? serverPropertyCondition(sql`person`, key, test, question.scope)
        : personCondition(distinctIdHash(sql`person`), key, test, question.scope);
    }
    case 'cohort': {
      const isIn = sourceCondition(question.cohorts.get(definition.id) ?? [], question);
      return definition.negate ? sql`NOT (${isIn})` : isIn;
    }
  }
}

/** Keeps a parameter below the size limit of a form field. */
const IDS_OF_A_PARAMETER = 500;

function sourceCondition(source: CohortSource, question: MembersQuestion): Sql {
  if (!isMembers(source)) return toCondition(source, question);
  const parts = Array.from({ length: Math.max(1, Math.ceil(source.length / IDS_OF_A_PARAMETER)) }, (_, index) =>
    source.slice(index * IDS_OF_A_PARAMETER, (index + 1) * IDS_OF_A_PARAMETER),
  );
  return anyOf(parts.map((ids) => sql`has(${stringParams(ids)}, person)`));
}

function isMembers(source: CohortSource): source is readonly string[] {
  return Array.isArray(source);
}
