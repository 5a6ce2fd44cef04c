import { Inject, Injectable } from '@nestjs/common';
import { GROUP_REGISTERS, PERSON_OVERRIDES, type ColumnStore } from '@svc/columnar';
import type { Json } from '@svc/flags';
import { COLUMN_STORE } from '../../dependencies.js';
import { FOLDED_VALUE, PropertiesRepository } from '../../persons/properties.repository.js';
import { Budget, select, sql, texts, type Scope } from '../../statement/index.js';
import { Gathered } from './gathered.js';

/** What is stored of a person. */
export interface StoredPerson {
  /** The distinct id that stands for the person. */
  readonly canonical: string;
  /** All distinct ids of the person, the canonical one among them. */
  readonly ids: readonly string[];
  readonly properties: Readonly<Record<string, Json>>;
}

interface OverrideRow {
  readonly linked_id: string;
  readonly canonical_id: string;
}

interface GroupRow {
  readonly group_type: string;
  readonly group_key: string;
  readonly property: string;
  readonly json: string;
}

/** An evaluation does not wait longer for what is stored. */
const PATIENCE_MS = 1_000;

/** What is stored of those who ask for flags. */
@Injectable()
export class AskerRepository {
  readonly #persons = new Gathered((scope: Scope, ids: readonly string[]) => this.#readPersons(scope, ids));
  readonly #groups = new Gathered((scope: Scope, keys: readonly string[]) => this.#readGroups(scope, keys));

  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    private readonly properties: PropertiesRepository,
  ) {}

  person(scope: Scope, distinctId: string): Promise<StoredPerson> {
    return this.#persons.get(scope, distinctId);
  }

  group(scope: Scope, type: string, key: string): Promise<Readonly<Record<string, Json>>> {
    return this.#groups.get(scope, JSON.stringify([type, key]));
  }

  async #readPersons(scope: Scope, asked: readonly string[]) {
    const budget = patience();
    const overrides = await this.store.query<OverrideRow>(budget.statement(overridesAround(scope, asked)));
    const canonicalOf = new Map(overrides.map((row) => [row.linked_id, row.canonical_id]));
    const canonicals = new Set(asked.map((id) => canonicalOf.get(id) ?? id));
    const idsOf = new Map([...canonicals].map((canonical) => [canonical, [canonical]]));
    for (const [linked, canonical] of canonicalOf) if (linked !== canonical) idsOf.get(canonical)?.push(linked);
    const stored = await this.properties.propertiesOf(idsOf, scope, budget);
    return (id: string): StoredPerson => {
      const canonical = canonicalOf.get(id) ?? id;
      return { canonical, ids: idsOf.get(canonical) ?? [id], properties: parsed(stored.get(canonical) ?? []) };
    };
  }

  async #readGroups(scope: Scope, asked: readonly string[]) {
    const pairs = asked.map((key) => JSON.parse(key) as [string, string]);
    const statement = select({
      columns: sql`group_type, group_key, key AS property, ${FOLDED_VALUE} AS json`,
      from: GROUP_REGISTERS,
      scope,
      where: [
        sql`has(arrayZip(${texts(pairs.map(([type]) => type))}, ${texts(pairs.map(([, key]) => key))}),
    (toString(group_type), group_key))`,
      ],
      groupBy: sql`group_type, group_key, property`,
      having: [sql`json != ''`],
    });
    const rows = await this.store.query<GroupRow>(patience().statement(statement));
    const byGroup = Map.groupBy(rows, (row) => JSON.stringify([row.group_type, row.group_key]));
    return (key: string) => parsed((byGroup.get(key) ?? []).map(({ property, json }) => [property, json] as const));
  }
}

/** The links of everybody who shares a person with one of the ids. */
function overridesAround(scope: Scope, ids: readonly string[]) {
  const asked = texts(ids);
  const canonicals = select({
    columns: sql`argMax(canonical_distinct_id, version)`,
    from: PERSON_OVERRIDES,
    scope,
    where: [sql`has(${asked}, distinct_id)`],
    groupBy: sql`distinct_id`,
  });
  return select({
    columns: sql`distinct_id AS linked_id, argMax(canonical_distinct_id, version) AS canonical_id`,
    from: PERSON_OVERRIDES,
    scope,
    groupBy: sql`distinct_id`,
    having: [sql`(has(${asked}, linked_id) OR has(${asked}, canonical_id) OR canonical_id IN (${canonicals}))`],
  });
}

function patience(): Budget {
  return new Budget(AbortSignal.timeout(PATIENCE_MS), PATIENCE_MS);
}

function parsed(properties: Iterable<readonly [string, string]>): Record<string, Json> {
  const values: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const [name, json] of properties) values[name] = JSON.parse(json) as Json;
  return values;
}
