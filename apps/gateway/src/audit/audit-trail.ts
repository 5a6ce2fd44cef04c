import type { DescMessage, Message } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import type { CallContext, Operation } from '@svc/contract';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/runtime';
import type { ErrorCode } from '@svc/service-error';
import { readAuditedValues, readTarget } from './audited-values.js';
import { readPreviousValues } from './previous-values.js';

/** An operation that a caller requested. */
export interface AuditedCall {
  readonly operation: Operation;
  readonly context: CallContext;
  readonly message: Message;
  /** Values of the path by parameter. */
  readonly target: Readonly<Record<string, string>>;
  /** The interface of the request, if it is not REST. */
  readonly via?: string | undefined;
}

/** An entry that is stored. */
export interface BegunEntry {
  readonly id: string;
  readonly organizationId: string;
}

export type AuditedOutcome =
  { readonly status: number; readonly error: ErrorCode } | { readonly status: number; readonly answer: Message };

/**
 * Records who requested which write. The entry is stored before the write starts, and when it cannot be stored the write does not
 * happen, so every write has an entry. The outcome follows as a row of its own; without it the entry says that the outcome is
 * unknown.
 */
@Injectable()
export class AuditTrail {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async begin({ operation, context, message, target, via }: AuditedCall): Promise<BegunEntry> {
    const { client } = this.relational;
    const previous = await readPreviousValues(client, operation, { context, target });
    return client.auditEntry.create({
      select: { id: true, organizationId: true },
      data: {
        organizationId: context.organizationId,
        projectId: context.project?.id ?? (context.boundProjectId || null),
        at: new Date(this.clock()),
        principalType: context.principalType,
        principalId: context.principalId,
        principalName: context.principalName,
        operation: operation.id,
        target: readTarget(target),
        details: { ...readAuditedValues(operation, message), ...previous, ...(via !== undefined && { via }) },
        requestId: context.requestId,
        sourceAddress: context.sourceAddress,
      },
    });
  }

  /** Never fails: the write is done, whatever happens to this row. */
  async end({ id, organizationId }: BegunEntry, operation: Operation, outcome: AuditedOutcome): Promise<void> {
    const createdId = 'answer' in outcome ? findId(operation.rpc.output, outcome.answer) : undefined;
    const row = { status: outcome.status, error: 'error' in outcome ? outcome.error : null, madeId: createdId ?? null };
    await this.relational.client.auditOutcome
      .create({ data: { entryId: id, organizationId, at: new Date(this.clock()), ...row } })
      .catch((cause: unknown) =>
        this.logger.warn({ err: cause, entry_id: id }, 'could not write the outcome of an audit entry'),
      );
  }
}

/** Whether an operation changes something, whatever its method: one that agents may call as a read does not. */
export function isWrite({ method, agent }: Operation): boolean {
  return method !== 'GET' && agent !== 'read';
}

/** The id of the record in an answer: its own, or that of the only record in it. */
function findId(desc: DescMessage, answer: Message): string | undefined {
  const values: Readonly<Record<string, unknown>> = answer;
  const own = desc.fields.some(({ name }) => name === 'id') ? values['id'] : undefined;
  if (typeof own === 'string' && own !== '') return own;
  const records = desc.fields.filter(({ fieldKind, message }) => {
    return fieldKind === 'message' && message.fields.some(({ name }) => name === 'id');
  });
  const record =
    records.length === 1 ? (values[records[0]?.localName ?? ''] as { id?: unknown } | undefined) : undefined;
  return typeof record?.id === 'string' ? record.id : undefined;
}
