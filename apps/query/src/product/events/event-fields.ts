import { memberJson, propertyCondition, type PropertyFilter, type PropertyTest } from '@svc/property-filters';
import { select, sql, stringParam, type Scope, type Sql } from '@svc/reading/statement';
import { invalidField } from '@svc/service-error';
import { PERSON_REGISTERS } from '@svc/tables';
import {
  canonicalDistinctId,
  distinctIdHash,
  FOLDED_VALUE,
  personHash,
  selectDistinctIds,
} from '../../customers/index.js';

/** The source of an event field. */
export type EventField =
  /** A column or a property of the event itself: its JSON as a string, empty if it is missing. */
  | { readonly of: 'event'; readonly json: Sql }
  /** A property of the person, by its key. */
  | { readonly of: 'person'; readonly key: string };

/** Columns with strings, empty if absent. */
const COLUMNS: Readonly<Record<string, Sql>> = {
  event: sql`event`,
  distinct_id: sql`distinct_id`,
  session_id: sql`session_id`,
  environment: sql`environment`,
  service_name: sql`service_name`,
  release: sql`release`,
};

/** @throws ServiceError `invalid_request` at `path` if the name is not a field. */
export function eventField(name: string, path: string): EventField {
  const column = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
  if (column) return { of: 'event', json: quoted(column) };
  const [, kind, key = ''] = /^(property|person|group)\.(.+)$/su.exec(name) ?? [];
  if (kind === 'property') return { of: 'event', json: memberJson(sql`properties`, key) };
  if (kind === 'person') return { of: 'person', key };
  if (kind === 'group') return { of: 'event', json: quoted(sql`groups[${stringParam(key)}]`) };
  throw invalidField(
    path,
    `must be property.NAME, person.NAME, group.TYPE or one of ${Object.keys(COLUMNS).join(', ')}`,
  );
}

const quoted = (column: Sql): Sql => sql`if(${column} = '', '', toJSONString(toString(${column})))`;

/**
 * FINAL for statements that read more than the order key of events: only there can rows differ that replace each other. It costs
 * more than everything else that counting needs.
 */
export const finalIf = (readsMore: boolean): { readonly final?: true } => (readsMore ? { final: true } : {});

/** The conditions of filters on a row of events. */
export function eventConditions(filters: readonly PropertyFilter[], path: string, scope: Scope): Sql[] {
  return filters.map(({ field: name, test }, index) => {
    const field = eventField(name, `${path}[${index}].field`);
    if (field.of === 'event') return propertyCondition(field.json, test);
    return personCondition(personHash(scope), field.key, test, scope);
  });
}

/**
 * Whether a property of a person passes a test.
 *
 * @param person the hash of the person's canonical distinct ID.
 */
export function personCondition(person: Sql, key: string, test: PropertyTest, scope: Scope): Sql {
  // A set of persons. A person without the property is not in it, so the negation applies to the set.
  const passes = (json: Sql): Sql => propertyCondition(json, { ...test, isNegated: false });
  const persons = sql`SELECT owner FROM (${personValues(key, scope, written(key, passes, scope))}) WHERE ${passes(sql`json`)}`;
  return test.isNegated ? sql`${person} NOT IN (${persons})` : sql`${person} IN (${persons})`;
}

/**
 * Persons with at least one write that passes: only their properties have to be folded, to find out whether that write
 * is the valid one.
 */
function written(key: string, passes: (json: Sql) => Sql, scope: Scope): Sql {
  return select({
    columns: sql`${canonicalDistinctId(scope)} AS canonical`,
    from: PERSON_REGISTERS,
    scope,
    where: [sql`key = ${stringParam(key)}`, sql`(${passes(sql`latest.value`)} OR ${passes(sql`earliest.value`)})`],
  });
}

/**
 * JSON of one property, for the persons who have it, by the hash of the canonical distinct ID: `owner`, `json`.
 *
 * @param persons a subselect of `canonical`; all persons if absent.
 */
export function personValues(key: string, scope: Scope, persons?: Sql): Sql {
  return select({
    columns: sql`${personHash(scope, distinctIdHash(sql`distinct_id`))} AS owner, ${FOLDED_VALUE} AS json`,
    from: PERSON_REGISTERS,
    scope,
    // GLOBAL is named where a condition of a subquery has another one: servers rewrite such a condition twice, and refuse it.
    where: [
      sql`key = ${stringParam(key)}`,
      persons && sql`distinct_id GLOBAL IN (${selectDistinctIds(scope, persons)})`,
    ],
    groupBy: sql`owner`,
    having: [sql`json != ''`],
  });
}
