import { Injectable } from '@nestjs/common';
import type { Visitor } from '../admission/authenticator.js';
import { AuditCounter } from '../audit/audit-counter.js';
import type { AuditSource } from '../audit/audit-source.js';

/** Result of what a user did with an authorization. */
export interface AuthorizationAct {
  /** Null if the user may not know the project. */
  readonly projectId: string | null;
  /** Empty if there is none. */
  readonly connectionId: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Code of a refusal; null without one. */
  readonly error: string | null;
}

/** Records what users do with authorizations of connections in their browsers. */
@Injectable()
export class ConnectionAudit {
  constructor(private readonly counter: AuditCounter) {}

  record({ credential: { principal } }: Visitor, act: AuthorizationAct, source: AuditSource): void {
    const { projectId, connectionId, status, error } = act;
    this.counter.count({
      ...source,
      organizationId: principal.organizationId,
      principalType: principal.type,
      principalId: principal.id,
      principalName: principal.name,
      projectId,
      target: connectionId === '' ? {} : { connection_id: connectionId },
      status,
      error,
    });
  }
}
