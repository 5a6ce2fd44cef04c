import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { notFound } from '@svc/errors';
import type { Relational } from '@svc/relational';
import { COLUMN_STORE, RELATIONAL } from '../../dependencies.js';
import type { Budget, Scope } from '../../statement/index.js';
import { selectNamed, selectPersons, selectSeen, type PersonPage, type PersonRow } from './directory.query.js';

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
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(RELATIONAL) private readonly relational: Relational,
  ) {}

  /**
   * The person of an id or of any distinct id.
   * @throws ServiceError not_found
   */
  async find(reference: string, scope: Scope, budget: Budget): Promise<FoundPerson> {
    const [named] = await this.store.query<{ id: string }>(budget.statement(selectNamed(scope, reference)));
    const { canonical, ids } = await this.idsOf(named?.id ?? reference, scope);
    const [seen] = await this.store.query<Omit<PersonRow, 'canonical'>>(budget.statement(selectSeen(scope, ids)));
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

  async search(page: PersonPage, scope: Scope, budget: Budget): Promise<FoundPerson[]> {
    const rows = await this.store.query<PersonRow>(budget.statement(selectPersons(scope, page)));
    const canonicals = rows.map(({ canonical }) => canonical);
    const aliases = await this.#aliasesOf(canonicals, scope.projectNumber);
    return rows.map((row) => toPerson(row, [row.canonical, ...(aliases.get(row.canonical) ?? [])]));
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
