import { Inject, Injectable } from '@nestjs/common';
import type { AuditChain, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** A link as it is stored. */
export interface ChainLink {
  readonly sequence: bigint;
  readonly entryId: string;
  readonly hash: Uint8Array;
  /** The fields that the hash covers, as text. */
  readonly content: readonly (string | null)[];
}

@Injectable()
export class AuditChainRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  findHead(organizationId: string): Promise<AuditChain | null> {
    return this.relational.client.auditChain.findUnique({ where: { organizationId } });
  }

  async findHash(organizationId: string, sequence: bigint): Promise<Uint8Array | undefined> {
    const [link] = await this.links(organizationId, sequence - 1n, 1);
    return link?.sequence === sequence ? link.hash : undefined;
  }

  /** Links in order, after the given one. Each half of the union reads its index only as far as the limit. */
  links(organizationId: string, after: bigint, take: number): Promise<ChainLink[]> {
    return this.relational.client.$queryRaw<ChainLink[]>`
      SELECT * FROM (
        (SELECT sequence, id::text AS "entryId", hash,
           ARRAY['entry', sequence::text, organization_id::text, id::text, project_id::text,
             (extract(epoch FROM at) * 1000)::bigint::text, principal_type, principal_id, principal_name, operation,
             target::text, details::text, count::text, request_id, source_address] AS content
         FROM audit_entries WHERE organization_id = ${organizationId}::uuid AND sequence > ${after}
         ORDER BY sequence LIMIT ${take})
        UNION ALL
        (SELECT sequence, entry_id::text, hash,
           ARRAY['outcome', sequence::text, organization_id::text, entry_id::text,
             (extract(epoch FROM at) * 1000)::bigint::text, status::text, error, made_id, details::text]
         FROM audit_outcomes WHERE organization_id = ${organizationId}::uuid AND sequence > ${after}
         ORDER BY sequence LIMIT ${take})
      ) AS links ORDER BY sequence LIMIT ${take}`;
  }
}
