import { Inject, Injectable } from '@nestjs/common';
import { isId, type ApiKey, type Prisma, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/service';

/** Which keys a caller can see: its organization's, and of these only its project's when it is bound to one. */
export interface KeyOwner {
  readonly organizationId: string;
  readonly boundProjectId: string | undefined;
}

@Injectable()
export class ApiKeysRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  list(owner: KeyOwner): Promise<ApiKey[]> {
    return this.relational.client.apiKey.findMany({
      where: visibleTo(owner),
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
  }

  insert(row: Prisma.ApiKeyUncheckedCreateInput): Promise<ApiKey> {
    return this.relational.client.apiKey.create({ data: row });
  }

  /**
   * Sets the time of revocation where none is set; a key that was revoked before keeps its first.
   *
   * @returns whether the owner has such a key.
   */
  async revoke(owner: KeyOwner, id: string, at: Date): Promise<boolean> {
    if (!isId(id)) return false;
    const { apiKey } = this.relational.client;
    const { count } = await apiKey.updateMany({
      where: { ...visibleTo(owner), id, revokedAt: null },
      data: { revokedAt: at },
    });
    return count > 0 || (await apiKey.count({ where: { ...visibleTo(owner), id } })) > 0;
  }
}

function visibleTo({ organizationId, boundProjectId }: KeyOwner): Prisma.ApiKeyWhereInput {
  return { organizationId, ...(boundProjectId !== undefined && { projectId: boundProjectId }) };
}
