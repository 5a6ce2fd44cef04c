import { Inject, Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Scope, Sql } from '@svc/reading/statement';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { notFound } from '@svc/service-error';
import {
  selectCandidates,
  selectMatches,
  selectNamed,
  selectPersons,
  selectReach,
  selectSeen,
  type PersonList,
  type PersonPosition,
  type PersonRow,
} from './directory.query.js';
import { selectIdsWithEmail } from './email.query.js';

/** Numbers of IDs in a window; the fold of the largest fits into a statement's memory even for long names. */
const [SMALLEST_WINDOW, LARGEST_WINDOW, WINDOW_GROWTH] = [2_000, 128_000, 4];
/** The minimum remaining time for reading one more window. */
const WINDOW_MS = 2_000;
/** Persons with up to this many matching IDs and names are looked up by their IDs, if these are not too many either. */
const [MAX_CANDIDATES, MAX_CANDIDATE_IDS] = [500, 2_000];
/** The most IDs of which an e-mail address is looked up. */
const MAX_ADDRESSED = 100;
/** Up to this many matching IDs and names are looked up all at once. */
const MAX_LOOKED_UP_AT_ONCE = 20_000;

export interface FoundPersons {
  readonly persons: FoundPerson[];
  /** The position to continue from if the time was too short to find as many as requested. */
  readonly next?: PersonPosition | undefined;
}

interface FoundRows extends Pick<FoundPersons, 'next'> {
  readonly rows: PersonRow[];
}

/** A person who was seen. */
export interface FoundPerson {
  readonly canonical: string;
  /** All distinct ids, the canonical one first. */
  readonly ids: readonly string[];
  readonly isIdentified: boolean;
  /** Nanoseconds since 1970. */
  readonly firstSeen: bigint;
  readonly lastSeen: bigint;
}

/**
 * Finds persons. Links are read from the relational store, where they are resolved, so that a merge is visible
 * immediately.
 */
@Injectable()
export class PersonDirectory {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /**
   * The person with this ID or any of its distinct IDs.
   *
   * @throws ServiceError not_found
   */
  async find(reference: string, reader: ProjectReader): Promise<FoundPerson> {
    const [named] = await reader.rows(selectNamed(reader.scope, reference));
    const { canonical, ids } = await this.findIds(named?.id ?? reference, reader.scope);
    const [seen] = await reader.rows(selectSeen(reader.scope, ids));
    if (!seen) throw notFound();
    return toPerson({ ...seen, canonical }, ids);
  }

  /** The IDs of the same person as a distinct ID, including IDs that were never seen. */
  async findIds(distinctId: string, { projectNumber }: Scope): Promise<Pick<FoundPerson, 'canonical' | 'ids'>> {
    const { personAlias } = this.relational.client;
    const own = await personAlias.findUnique({ where: { projectNumber_distinctId: { projectNumber, distinctId } } });
    const canonical = own?.canonicalDistinctId ?? distinctId;
    const aliases = await this.#findAliases([canonical], projectNumber);
    return { canonical, ids: [canonical, ...(aliases.get(canonical) ?? [])] };
  }

  /** Finds at most `limit` persons, most recently first seen first. */
  async search(list: PersonList, limit: number, reader: ProjectReader): Promise<FoundPersons> {
    const { rows, next } = await this.#rows(list, limit, reader);
    return { persons: await this.#withIds(rows, reader.scope), next };
  }

  /**
   * Finds persons who had this e-mail address, in any case, most recently first seen first: their properties show whether they still
   * have it. `isComplete` is false if there may be more.
   */
  async findByEmail(address: string, reader: ProjectReader) {
    const { scope } = reader;
    const found = await reader.rows(selectIdsWithEmail(scope, address, MAX_ADDRESSED + 1));
    if (found.length === 0) return { persons: [], isComplete: true };
    const canonicals = await this.#findCanonicals(found.slice(0, MAX_ADDRESSED), scope);
    const aliases = await this.#findAliases(canonicals, scope.projectNumber);
    const ids = [...canonicals, ...[...aliases.values()].flat()];
    const rows = await reader.rows(
      selectPersons(scope, { search: '', after: undefined, ids }, undefined, MAX_ADDRESSED),
    );
    return { persons: await this.#withIds(rows, scope), isComplete: found.length <= MAX_ADDRESSED };
  }

  async #withIds(rows: readonly PersonRow[], { projectNumber }: Scope): Promise<FoundPerson[]> {
    const canonicals = rows.map(({ canonical }) => canonical);
    const aliases = await this.#findAliases(canonicals, projectNumber);
    return rows.map((row) => toPerson(row, [row.canonical, ...(aliases.get(row.canonical) ?? [])]));
  }

  /**
   * A page of many is found among the most recently first seen IDs, in growing windows; few matches of a rare string
   * are looked up all at once.
   */
  async #rows(list: PersonList, limit: number, reader: ProjectReader): Promise<FoundRows> {
    const read = <Row>(statement: Sql<Row>): Promise<Row[]> => reader.rows(statement);
    const page = (after: PersonPosition | undefined, since: bigint | undefined, most: number): Promise<PersonRow[]> =>
      read<PersonRow>(selectPersons(reader.scope, { ...list, after }, since, most));
    if (list.search !== '') {
      const ids = await this.#findCandidates(list.search, reader);
      if (ids?.length === 0) return { rows: [] };
      if (ids) return { rows: await read<PersonRow>(selectPersons(reader.scope, { ...list, ids }, undefined, limit)) };
      const [row] = await read<{ matches: string }>(selectMatches(reader.scope, list.search, MAX_LOOKED_UP_AT_ONCE));
      if (Number(row?.matches) < MAX_LOOKED_UP_AT_ONCE) return { rows: await page(list.after, undefined, limit) };
    }
    const rows: PersonRow[] = [];
    let { after } = list;
    for (let window = SMALLEST_WINDOW; ; window = Math.min(window * WINDOW_GROWTH, LARGEST_WINDOW)) {
      const [reach] = await read<{ ids: string; reached: string }>(
        selectReach(reader.scope, { ...list, after }, window),
      );
      const isLast = Number(reach?.ids ?? 0) < window;
      const reached = BigInt(reach?.reached ?? 0);
      rows.push(...(await page(after, isLast ? undefined : reached, limit - rows.length)));
      if (isLast || rows.length === limit) return { rows };
      after = { first: reached, canonical: '' };
      if (reader.budget.isSpent(WINDOW_MS)) return { rows, next: after };
    }
  }

  /** All IDs of all persons that a search may find; undefined if there are too many. */
  async #findCandidates(search: string, reader: ProjectReader): Promise<readonly string[] | undefined> {
    const found = await reader.rows(selectCandidates(reader.scope, search, MAX_CANDIDATES + 1));
    if (found.length > MAX_CANDIDATES) return undefined;
    const canonicals = await this.#findCanonicals(found, reader.scope);
    const aliases = await this.#findAliases(canonicals, reader.scope.projectNumber, MAX_CANDIDATE_IDS);
    const ids = [...canonicals, ...[...aliases.values()].flat()];
    return ids.length > MAX_CANDIDATE_IDS ? undefined : ids;
  }

  /** The canonical distinct IDs of the persons with these IDs. */
  async #findCanonicals(found: readonly { readonly id: string }[], { projectNumber }: Scope): Promise<string[]> {
    const linked = await this.relational.client.personAlias.findMany({
      where: { projectNumber, distinctId: { in: found.map(({ id }) => id) } },
      select: { distinctId: true, canonicalDistinctId: true },
    });
    const canonical = new Map(linked.map(({ distinctId, canonicalDistinctId }) => [distinctId, canonicalDistinctId]));
    return [...new Set(found.map(({ id }) => canonical.get(id) ?? id))];
  }

  /** The other IDs of each person, in order, by canonical distinct ID. */
  async #findAliases(
    canonicals: string[],
    projectNumber: number,
    most?: number,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const aliases = await this.relational.client.personAlias.findMany({
      where: { projectNumber, canonicalDistinctId: { in: canonicals } },
      select: { distinctId: true, canonicalDistinctId: true },
      orderBy: { distinctId: 'asc' },
      ...(most !== undefined && { take: most }),
    });
    const byPerson = Map.groupBy(aliases, ({ canonicalDistinctId }) => canonicalDistinctId);
    return new Map([...byPerson].map(([canonical, own]) => [canonical, own.map(({ distinctId }) => distinctId)]));
  }
}

function toPerson(row: PersonRow, ids: readonly string[]): FoundPerson {
  return {
    canonical: row.canonical,
    ids,
    isIdentified: row.is_known === 1,
    firstSeen: BigInt(row.first),
    lastSeen: BigInt(row.last),
  };
}
