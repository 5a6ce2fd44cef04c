import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import type { DomainEvent, Relational, Transaction } from '@svc/relational';
import { LOGGER, RELATIONAL } from '@svc/runtime';
import { EventReader } from '@svc/work';

const OPERATION = 'replay.delete.verified';
/** The principal of entries about what the service found out by itself. */
const SERVICE = { principalType: 'service', principalId: 'svc', principalName: 'svc' } as const;

/** Adds an entry to the audit log when a deleted recording was looked for in all stores and nothing of it was found. */
@Injectable()
export class DeletionCertificates implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #reader: EventReader;

  constructor(@Inject(RELATIONAL) relational: Relational, @Inject(LOGGER) logger: Logger) {
    this.#reader = new EventReader('audit-certificates', { relational, logger }, async (events, tx) => {
      for (const event of events) if (event.type === 'recording.verified') await certify(event, tx);
    });
  }

  onApplicationBootstrap(): void {
    this.#reader.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#reader.stop();
  }
}

async function certify({ projectId, subject, occurredAt, data }: DomainEvent, tx: Transaction): Promise<void> {
  const project = await tx.project.findUnique({ where: { id: projectId }, select: { organizationId: true } });
  // The log of a project that was deleted meanwhile has the deletion of everything.
  if (!project) return;
  const { organizationId } = project;
  const { id } = await tx.auditEntry.create({
    select: { id: true },
    data: {
      ...SERVICE,
      organizationId,
      projectId,
      at: occurredAt,
      operation: OPERATION,
      target: { session_id: subject },
      details: data ?? {},
      requestId: '',
      sourceAddress: '',
    },
  });
  await tx.auditOutcome.create({ data: { entryId: id, organizationId, at: occurredAt, status: 200, error: null } });
}
