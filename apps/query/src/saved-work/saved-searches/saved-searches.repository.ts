import { Inject, Injectable } from '@nestjs/common';
import {
  beforeKey,
  isId,
  nameContains,
  type Prisma,
  type Relational,
  type SavedSearch,
  type TimeKey,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** The caller whose visibility applies. No query of this repository can be built without it. */
export interface Viewer {
  readonly projectId: string;
  readonly principalId: string;
}

export interface SavedSearchesPage {
  readonly signal: string | undefined;
  /** Text that the name has to contain; '' for all. */
  readonly name: string;
  readonly after: TimeKey<'createdAt'> | undefined;
  readonly take: number;
}

export type VersionedId = Pick<SavedSearch, 'id' | 'version'>;

export type NewSavedSearch = Pick<SavedSearch, 'name' | 'signal' | 'isShared'> & {
  readonly query: Prisma.InputJsonObject;
  readonly createdAt: Date;
};

export type SavedSearchChanges = Pick<
  Prisma.SavedSearchUpdateManyMutationInput,
  'name' | 'signal' | 'query' | 'isShared'
>;

/** Searches that the viewer cannot see do not exist here: every method behaves as if they were absent. */
@Injectable()
export class SavedSearchesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Newest first, by creation and then id. */
  listVisible(viewer: Viewer, { signal, name, after, take }: SavedSearchesPage): Promise<SavedSearch[]> {
    return this.relational.client.savedSearch.findMany({
      where: { AND: [visibleTo(viewer), { signal }, nameContains(name), beforeKey('createdAt', after)] },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
    });
  }

  async findVisible(viewer: Viewer, id: string, tx: Transaction = this.relational.client): Promise<SavedSearch | null> {
    return isId(id) ? tx.savedSearch.findFirst({ where: { AND: [visibleTo(viewer), { id }] } }) : null;
  }

  /** Inserts a search owned by the viewer. */
  insert(viewer: Viewer, search: NewSavedSearch, tx: Transaction): Promise<SavedSearch> {
    return tx.savedSearch.create({
      data: {
        ...search,
        projectId: viewer.projectId,
        createdBy: viewer.principalId,
        updatedAt: search.createdAt,
      },
    });
  }

  /** The updated search; undefined if the viewer owns none with this ID at this version. */
  async updateOwned(
    viewer: Viewer,
    { id, version }: VersionedId,
    changes: SavedSearchChanges & { readonly updatedAt: Date },
  ): Promise<SavedSearch | undefined> {
    if (!isId(id)) return undefined;
    const [changed] = await this.relational.client.savedSearch.updateManyAndReturn({
      where: { ...ownedBy(viewer), id, version },
      data: { ...changes, version: { increment: 1 } },
    });
    return changed;
  }

  /** False if the viewer owns none with this ID at this version. */
  async deleteOwned(viewer: Viewer, { id, version }: VersionedId): Promise<boolean> {
    if (!isId(id)) return false;
    const { count } = await this.relational.client.savedSearch.deleteMany({
      where: { ...ownedBy(viewer), id, version },
    });
    return count === 1;
  }
}

function ownedBy({ projectId, principalId }: Viewer) {
  return { projectId, createdBy: principalId };
}

function visibleTo({ projectId, principalId }: Viewer): Prisma.SavedSearchWhereInput {
  return { projectId, OR: [{ createdBy: principalId }, { isShared: true }] };
}
