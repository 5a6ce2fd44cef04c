import { Injectable } from '@nestjs/common';
import { deadline } from '@svc/config';
import { ProjectReaders, type ProjectReader } from '@svc/reading/project-reader';
import { Budget, select, sql, stringParams, tableColumns, typed, type Scope } from '@svc/reading/statement';
import { GROUP_REGISTERS, PERSON_OVERRIDES } from '@svc/tables';
import { FOLDED_VALUE, PropertiesRepository, type Properties } from '../../../customers/index.js';

/** The stored part of a person. */
export interface StoredPerson {
  /** Canonical distinct id of the person. */
  readonly canonical: string;
  /** All distinct ids of the person, the canonical one among them. */
  readonly ids: readonly string[];
  /** JSON object of the requested properties. */
  readonly properties: string;
}

export interface GroupId {
  readonly type: string;
  readonly key: string;
}

/** The time for which an evaluation in a program waits for stored properties. */
const TIMEOUT_MS = deadline(1_000);

/** Reads the stored part of evaluation contexts, of many at once. */
@Injectable()
export class StoredContextsRepository {
  constructor(
    private readonly readers: ProjectReaders,
    private readonly properties: PropertiesRepository,
  ) {}

  /**
   * Returns persons in the order of the IDs, with the properties of these names. Most IDs are linked to no other, so
   * their properties are read while the links are read, and only those of linked IDs are read again.
   *
   * @param reader of a caller who waits longer than a program does; the same of the other reads.
   */
  async persons(
    scope: Scope,
    distinctIds: readonly string[],
    names: readonly string[],
    reader: ProjectReader = this.#open(scope),
  ): Promise<StoredPerson[]> {
    if (distinctIds.length === 0) return [];
    const read = (idsByPerson: ReadonlyMap<string, readonly string[]>) =>
      names.length === 0 ? new Map<string, Properties>() : this.properties.readProperties(idsByPerson, reader, names);
    const [overrides, own] = await Promise.all([
      reader.rows(overridesAround(scope, distinctIds)),
      read(new Map(distinctIds.map((id) => [id, [id]]))),
    ]);
    const canonicalIds = new Map(overrides.map((row) => [row.linked_id, row.canonical_id]));
    const idsByPerson = new Map<string, string[]>();
    for (const [linked, canonical] of canonicalIds)
      if (linked !== canonical) idsByPerson.set(canonical, [...(idsByPerson.get(canonical) ?? [canonical]), linked]);
    const linked = await read(idsByPerson);
    return distinctIds.map((id) => {
      const canonical = canonicalIds.get(id) ?? id;
      const ids = idsByPerson.get(canonical);
      const properties = (ids ? linked : own).get(canonical);
      return { canonical, ids: ids ?? [id], properties: objectText(properties ?? []) };
    });
  }

  /**
   * Returns a JSON object of the properties of these names that were written with a secret key, in the order of the
   * IDs. Links do not count: a page can request one, and would then obtain the properties that a backend wrote for
   * another ID.
   */
  async serverProperties(
    scope: Scope,
    distinctIds: readonly string[],
    names: readonly string[],
    reader: ProjectReader = this.#open(scope),
  ): Promise<string[]> {
    if (distinctIds.length === 0 || names.length === 0) return distinctIds.map(() => '{}');
    const own = new Map(distinctIds.map((id) => [id, [id]]));
    const found = await this.properties.readProperties(own, reader, names, 'server');
    return distinctIds.map((id) => objectText(found.get(id) ?? []));
  }

  /**
   * Returns a JSON object of the properties of these names for each group, in the order of the groups.
   *
   * @param origin `server` ignores writes that were not sent with a secret key.
   */
  async groups(
    scope: Scope,
    groups: readonly GroupId[],
    names: readonly string[],
    origin: 'any' | 'server' = 'any',
    reader: ProjectReader = this.#open(scope),
  ): Promise<string[]> {
    if (groups.length === 0 || names.length === 0) return groups.map(() => '{}');
    const types = groups.map(({ type }) => type);
    const keys = groups.map(({ key }) => key);
    const statement = select({
      columns: {
        ...tableColumns(GROUP_REGISTERS, ['group_type', 'group_key']),
        property: typed('String', sql`key`),
        json: typed('String', FOLDED_VALUE),
      },
      from: GROUP_REGISTERS,
      scope,
      where: [
        sql`has(arrayZip(${stringParams(types)}, ${stringParams(keys)}), (toString(group_type), group_key))`,
        sql`has(${stringParams(names)}, key)`,
        origin === 'server' ? sql`is_server = 1` : undefined,
      ],
      groupBy: sql`group_type, group_key, property`,
      having: [sql`json != ''`],
    });
    const rows = await reader.rows(statement);
    const byGroup = Map.groupBy(rows, (row) => JSON.stringify([row.group_type, row.group_key]));
    return groups.map(({ type, key }) => {
      const own = byGroup.get(JSON.stringify([type, key])) ?? [];
      return objectText(own.map(({ property, json }) => [property, json] as const));
    });
  }

  #open(scope: Scope): ProjectReader {
    return this.readers.openFor(scope, new Budget(AbortSignal.timeout(TIMEOUT_MS), TIMEOUT_MS));
  }
}

/** The links of all IDs that share a person with one of these. */
function overridesAround(scope: Scope, ids: readonly string[]) {
  const asked = stringParams(ids);
  const canonicals = select({
    columns: sql`argMax(canonical_distinct_id, version)`,
    from: PERSON_OVERRIDES,
    scope,
    where: [sql`has(${asked}, distinct_id)`],
    groupBy: sql`distinct_id`,
  });
  return select({
    columns: {
      linked_id: typed('String', sql`distinct_id`),
      canonical_id: typed('String', sql`argMax(canonical_distinct_id, version)`),
    },
    from: PERSON_OVERRIDES,
    scope,
    groupBy: sql`distinct_id`,
    having: [sql`(has(${asked}, linked_id) OR has(${asked}, canonical_id) OR canonical_id IN (${canonicals}))`],
  });
}

/** Stored values are JSON already, so the object is concatenated, not parsed and serialized again. */
function objectText(properties: Iterable<readonly [string, string]>): string {
  return `{${Array.from(properties, ([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;
}
