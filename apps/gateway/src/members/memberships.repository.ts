import { Inject, Injectable } from '@nestjs/common';
import type { Membership, Relational } from '@svc/relational';
import { RELATIONAL } from '../stores.module.js';

@Injectable()
export class MembershipsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(organizationId: string, userId: string): Promise<Membership | null> {
    return this.relational.client.membership.findUnique({
      where: { organizationId_userId: { organizationId, userId } },
    });
  }
}
