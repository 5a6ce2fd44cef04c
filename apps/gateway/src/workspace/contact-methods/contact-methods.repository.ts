import { Inject, Injectable } from '@nestjs/common';
import { findOrganizationChannelTypes } from '@svc/directory';
import { isId, type ContactMethod, type Prisma, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** The owner of contact methods; callers reach only their own. */
export interface ContactOwner {
  readonly organizationId: string;
  readonly principalId: string;
}

@Injectable()
export class ContactMethodsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  list(owner: ContactOwner): Promise<ContactMethod[]> {
    return this.relational.client.contactMethod.findMany({
      where: owner,
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  async find(owner: ContactOwner, id: string): Promise<ContactMethod | null> {
    return isId(id) ? this.relational.client.contactMethod.findFirst({ where: { ...owner, id } }) : null;
  }

  /** Types of the enabled channels of all projects of an organization. */
  channelTypes(organizationId: string): Promise<ReadonlySet<string>> {
    return findOrganizationChannelTypes(this.relational.client, organizationId);
  }

  count(owner: ContactOwner): Promise<number> {
    return this.relational.client.contactMethod.count({ where: owner });
  }

  /** Undefined where the owner has it already. */
  async insert(row: Prisma.ContactMethodUncheckedCreateInput): Promise<ContactMethod | undefined> {
    const [inserted] = await this.relational.client.contactMethod.createManyAndReturn({
      data: [row],
      skipDuplicates: true,
    });
    return inserted;
  }

  /** Consumes one of the attempts at an open code; false when none is left. */
  async takeAttempt(id: string, at: Date, attempts: number): Promise<boolean> {
    const { count } = await this.relational.client.contactMethod.updateMany({
      where: {
        id,
        verifiedAt: null,
        codeSha256: { not: null },
        codeExpiresAt: { gt: at },
        codeAttempts: { lt: attempts },
      },
      data: { codeAttempts: { increment: 1 } },
    });
    return count === 1;
  }

  verify(id: string, at: Date): Promise<ContactMethod> {
    return this.relational.client.contactMethod.update({
      where: { id },
      data: { verifiedAt: at, codeSha256: null, codeExpiresAt: null },
    });
  }

  async delete(owner: ContactOwner, id: string): Promise<boolean> {
    if (!isId(id)) return false;
    const { count } = await this.relational.client.contactMethod.deleteMany({ where: { ...owner, id } });
    return count === 1;
  }
}
