import { Inject, Injectable } from '@nestjs/common';
import type { Organization, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

@Injectable()
export class AccountRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  findOrganization(id: string): Promise<Organization | null> {
    return this.relational.client.organization.findUnique({ where: { id } });
  }
}
