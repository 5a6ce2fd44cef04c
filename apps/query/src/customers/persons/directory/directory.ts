import type { ProjectReader } from '@svc/reading/project-reader';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '@svc/errors';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/service';
import type { Scope, Sql } from '@svc/reading/statement';
import {
  selectMatches,
  selectNamed,
  selectPersons,
  selectReach,
  selectSeen,
  type PersonList,
  type PersonPosition,
  type PersonRow,
} from './directory.query.js';

/** Ids of a window; the fold of the largest fits into a statement's memory whatever the persons are called. */
const [SMALLEST_WINDOW, LARGEST_WINDOW, WINDOW_GROWTH] = [2_000, 128_000, 4];
/** What one more window may take. */
const WINDOW_MS = 2_000;
/** As many ids and names that contain a text are looked up all at once. */
const FEW = 20_000;

export interface FoundPersons {
  readonly persons: FoundPerson[];
  /** Where to go on when the time was too short to find as many as were asked for. */
  readonly next?: PersonPosition | undefined;
}

interface FoundRows extends Pick<FoundPersons, 'next'> {
  readonly rows: PersonRow[];
}

/** Somebody who was seen. */
export interface FoundPerson {
  readonly canonical: string;
  /** All distinct ids, the canonical one first. */
  readonly ids: readonly string[];
  readonly isIdentified: boolean;
  /** Nanoseconds since 1970. */
  readonly firstSeen: bigint;
  readonly lastSeen: bigint;
}

/** Finds persons. The links come from where they are decided on, so that a merge is seen as soon as it is made. */
@Injectable()
export class PersonDirectory {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /**
   * The person of an id or of any distinct id.
   * @throws ServiceError not_found
   */
  async find(reference: string, reader: ProjectReader): Promise<FoundPerson> {
    const [named] = await reader.rows(selectNamed(reader.scope, reference));
    const { canonical, ids } = await this.idsOf(named?.id ?? reference, reader.scope);
    const [seen] = await reader.rows(selectSeen(reader.scope, ids));
    if (!seen) throw notFound();
    return toPerson({ ...seen, canonical }, ids);
  }

  /** The ids that are one person with a distinct id, whether they were seen or not. */
  async idsOf(distinctId: string, { projectNumber }: Scope): Promise<Pick<FoundPerson, 'canonical' | 'ids'>> {
    const { personAlias } = this.relational.client;
    const own = await personAlias.findUnique({ where: { projectNumber_distinctId: { projectNumber, distinctId } } });
    const canonical = own?.canonicalDistinctId ?? distinctId;
    const aliases = await this.#aliasesOf([canonical], projectNumber);
    return { canonical, ids: [canonical, ...(aliases.get(canonical) ?? [])] };
  }

  /** At most `limit` persons, those that were first seen last at the head. */
  async search(list: PersonList, limit: number, reader: ProjectReader): Promise<FoundPersons> {
    const { rows, next } = await this.#rows(list, limit, reader);
    const canonicals = rows.map(({ canonical }) => canonical);
    const aliases = await this.#aliasesOf(canonicals, reader.scope.projectNumber);
    return { persons: rows.map((row) => toPerson(row, [row.canonical, ...(aliases.get(row.canonical) ?? [])])), next };
  }

  /**
   * A page out of many is found among the ids that were first seen last, in windows that grow; the few who are found by a rare text are
   * looked up all at once.
   */
  async #rows(list: PersonList, limit: number, reader: ProjectReader): Promise<FoundRows> {
    const read = <Row>(statement: Sql<Row>): Promise<Row[]> => reader.rows(statement);
    const page = (behind: PersonPosition | undefined, since: bigint | undefined, most: number): Promise<PersonRow[]> =>
      read<PersonRow>(selectPersons(reader.scope, { ...list, behind }, since, most));
    if (list.search !== '') {
      const [row] = await read<{ matches: string }>(selectMatches(reader.scope, list.search, FEW));
      if (Number(row?.matches) < FEW) return { rows: await page(list.behind, undefined, limit) };
    }
    const rows: PersonRow[] = [];
    let { behind } = list;
    for (let window = SMALLEST_WINDOW; ; window = Math.min(window * WINDOW_GROWTH, LARGEST_WINDOW)) {
      const [reach] = await read<{ ids: string; reached: string }>(
        selectReach(reader.scope, { ...list, behind }, window),
      );
      const isLast = Number(reach?.ids ?? 0) < window;
      const reached = BigInt(reach?.reached ?? 0);
      rows.push(...(await page(behind, isLast ? undefined : reached, limit - rows.length)));
      if (isLast || rows.length === limit) return { rows };
      behind = { first: reached, canonical: '' };
      if (reader.budget.isSpent(WINDOW_MS)) return { rows, next: behind };
    }
  }

  /** By canonical distinct id: the others of its person, in order. */
  async #aliasesOf(canonicals: string[], projectNumber: number): Promise<ReadonlyMap<string, readonly string[]>> {
    const aliases = await this.relational.client.personAlias.findMany({
      where: { projectNumber, canonicalDistinctId: { in: canonicals } },
      select: { distinctId: true, canonicalDistinctId: true },
      orderBy: { distinctId: 'asc' },
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
