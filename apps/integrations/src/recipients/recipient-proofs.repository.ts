import { Inject, Injectable } from '@nestjs/common';
import { findVerifiedAddresses, type ProjectAddress } from '@svc/directory';
import type { RecipientProof, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** A link that was sent to an address. */
export interface SentLink {
  readonly tokenSha256: Uint8Array<ArrayBuffer>;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

export const toAddressKey = ({ projectId, address }: ProjectAddress): string => `${projectId} ${address}`;

/** Which addresses have proved that they want notifications of a project. Addresses are normalized. */
@Injectable()
export class RecipientProofsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Keys of those that may be sent to: proved ones, and verified ones of members of the project's organization. */
  async findProved(addresses: readonly ProjectAddress[]): Promise<ReadonlySet<string>> {
    if (addresses.length === 0) return new Set();
    const { client } = this.relational;
    const [proved, verified] = await Promise.all([
      client.$queryRaw<ProjectAddress[]>`
        SELECT p.project_id AS "projectId", p.address FROM recipient_proofs p
        JOIN jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) AS wanted("projectId" uuid, address text)
          ON p.project_id = wanted."projectId" AND p.address = wanted.address
        WHERE p.proved_at IS NOT NULL`,
      findVerifiedAddresses(client, addresses),
    ]);
    return new Set([...proved, ...verified].map(toAddressKey));
  }

  find({ projectId, address }: ProjectAddress): Promise<RecipientProof | null> {
    return this.relational.client.recipientProof.findUnique({ where: { projectId_address: { projectId, address } } });
  }

  /** Lets one transaction at a time count links, since each counts those of the others. */
  async lockLinks(tx: Transaction): Promise<void> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('recipient-links', 0))`;
  }

  /** When the nth last link of a project, or to an address in all projects, was sent; undefined if there are fewer. */
  async findNthLink(
    tx: Transaction,
    where: { readonly projectId: string } | { readonly address: string },
    nth: number,
  ): Promise<Date | undefined> {
    const [row] = await tx.recipientProof.findMany({
      where: { ...where, sentAt: { not: null } },
      orderBy: { sentAt: 'desc' },
      skip: nth - 1,
      take: 1,
    });
    return row?.sentAt ?? undefined;
  }

  /** Records a link before it is sent. An earlier one of the address is not valid any more. */
  async saveLink(tx: Transaction, { projectId, address }: ProjectAddress, link: SentLink): Promise<void> {
    await tx.recipientProof.upsert({
      where: { projectId_address: { projectId, address } },
      create: { projectId, address, ...link },
      update: link,
    });
  }

  /** Forgets a link that was not sent. */
  async deleteLink({ projectId, address }: ProjectAddress, { tokenSha256 }: SentLink): Promise<void> {
    const data = { tokenSha256: null, sentAt: null, expiresAt: null };
    await this.relational.client.recipientProof.updateMany({ where: { projectId, address, tokenSha256 }, data });
  }

  findLink(tokenSha256: Uint8Array<ArrayBuffer>, now: Date): Promise<RecipientProof | null> {
    return this.relational.client.recipientProof.findFirst({ where: { tokenSha256, expiresAt: { gt: now } } });
  }

  /** Uses a link; undefined if it is unknown, used or expired. */
  async prove(tokenSha256: Uint8Array<ArrayBuffer>, now: Date): Promise<RecipientProof | undefined> {
    const [proved] = await this.relational.client.recipientProof.updateManyAndReturn({
      where: { tokenSha256, expiresAt: { gt: now } },
      data: { provedAt: now, tokenSha256: null, expiresAt: null },
    });
    return proved;
  }
}
