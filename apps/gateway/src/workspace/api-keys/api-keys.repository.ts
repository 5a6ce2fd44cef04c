import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiKey,
  isId,
  type Membership,
  nameContains,
  type Prisma,
  type Relational,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Which keys a caller can see: its organization's, and of these only its project's when it is bound to one. */
export interface KeyOwner {
  readonly organizationId: string;
  readonly boundProjectId: string | undefined;
}

@Injectable()
export class ApiKeysRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  list(owner: KeyOwner, name: string): Promise<ApiKey[]> {
    return this.relational.client.apiKey.findMany({
      where: { AND: [visibleTo(owner), nameContains(name)] },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
  }

  insert(row: Prisma.ApiKeyUncheckedCreateInput): Promise<ApiKey> {
    return this.relational.client.apiKey.create({ data: row });
  }

  /** A key that the caller can see, with the membership it acts for. */
  find(owner: KeyOwner, id: string): Promise<(ApiKey & { membership: Membership | null }) | null> {
    if (!isId(id)) return Promise.resolve(null);
    return this.relational.client.apiKey.findFirst({
      where: { ...visibleTo(owner), id },
      include: { membership: true },
    });
  }
}

/** Sets the time of revocation where none is set; a key that was revoked before keeps its first. */
export async function revokeKey({ apiKey }: Transaction, id: string, at: Date): Promise<void> {
  await apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } });
}

function visibleTo({ organizationId, boundProjectId }: KeyOwner): Prisma.ApiKeyWhereInput {
  return { organizationId, ...(boundProjectId !== undefined && { projectId: boundProjectId }) };
}
