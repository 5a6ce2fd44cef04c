import { Inject, Injectable } from '@nestjs/common';
import { isId, type Invitation, type Prisma, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

@Injectable()
export class InvitationsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  list(organizationId: string): Promise<Invitation[]> {
    return this.relational.client.invitation.findMany({
      where: { organizationId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
  }

  async find(organizationId: string, id: string): Promise<Invitation | null> {
    return isId(id) ? this.relational.client.invitation.findFirst({ where: { id, organizationId } }) : null;
  }

  findByToken(sha256: Uint8Array): Promise<(Invitation & { organization: { name: string; ssoOnly: boolean } }) | null> {
    return this.relational.client.invitation.findUnique({
      where: { tokenSha256: new Uint8Array(sha256) },
      include: { organization: { select: { name: true, ssoOnly: true } } },
    });
  }

  /** Whether members of the organization sign in with the provider only. */
  async requiresProvider(organizationId: string): Promise<boolean> {
    const where = { id: organizationId, ssoOnly: true };
    return (await this.relational.client.organization.count({ where })) > 0;
  }

  /** The oldest of an address that can still be accepted. */
  findPending(email: string, at: Date): Promise<Invitation | null> {
    return this.relational.client.invitation.findFirst({
      where: { email, ...pendingAt(at) },
      orderBy: { createdAt: 'asc' },
    });
  }

  /** Revokes the invitation if it is still pending; returns whether it was. */
  async revoke(id: string, at: Date): Promise<boolean> {
    const { count } = await this.relational.client.invitation.updateMany({
      where: pending(id, at),
      data: { revokedAt: at },
    });
    return count === 1;
  }

  async delete(id: string): Promise<void> {
    await this.relational.client.invitation.deleteMany({ where: { id } });
  }
}

/** The condition under which one of many is the first to decide. */
export function pending(id: string, at: Date): Prisma.InvitationWhereInput {
  return { id, ...pendingAt(at) };
}

function pendingAt(at: Date): Prisma.InvitationWhereInput {
  return { acceptedAt: null, revokedAt: null, expiresAt: { gt: at } };
}
