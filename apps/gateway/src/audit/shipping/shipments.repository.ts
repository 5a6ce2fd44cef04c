import { Inject, Injectable } from '@nestjs/common';
import type { ShippedRecord } from '@svc/observability';
import type { Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { toEntryRecord, toOutcomeRecord } from './audit-record.js';

/** A link of the chain as the collector gets it. */
interface OutgoingLink {
  readonly sequence: bigint;
  readonly record: ShippedRecord;
}

@Injectable()
export class ShipmentsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Organizations whose chain is longer than its shipped part. */
  async pending(): Promise<string[]> {
    const rows = await this.relational.client.$queryRaw<{ id: string }[]>`
      SELECT organization_id::text AS id FROM audit_chains LEFT JOIN audit_shipments AS sent USING (organization_id)
      WHERE audit_chains.sequence > coalesce(sent.sequence, 0)`;
    return rows.map(({ id }) => id);
  }

  /** The next links in order, without a gap. */
  async next(organizationId: string, take: number): Promise<OutgoingLink[]> {
    const { auditEntry, auditOutcome, auditShipment } = this.relational.client;
    const sent = await auditShipment.findUnique({ where: { organizationId } });
    const page = {
      where: { organizationId, sequence: { gt: sent?.sequence ?? 0n } },
      orderBy: { sequence: 'asc' },
      take,
    } as const;
    const entries = await auditEntry.findMany(page);
    const outcomes = await auditOutcome.findMany(page);
    return [
      ...entries.map((row) => ({ sequence: row.sequence, record: toEntryRecord(row) })),
      ...outcomes.map((row) => ({ sequence: row.sequence, record: toOutcomeRecord(row) })),
    ]
      .sort((a, b) => Number(a.sequence - b.sequence))
      .slice(0, take);
  }

  async advance({ auditShipment }: Transaction, organizationId: string, sequence: bigint): Promise<void> {
    await auditShipment.upsert({
      where: { organizationId },
      create: { organizationId, sequence },
      update: { sequence },
    });
  }
}
