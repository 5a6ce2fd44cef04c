import type { CallContext } from '@svc/contract';
import type { Call } from '@svc/rpc';
import type { Actor } from './entry.js';

/** Author of a change of an incident: a responder, or a component of the service. */
export interface Author {
  readonly actor: Actor;
  /** Display name of the user, the key or the part of the service. */
  readonly name: string;
}

/** Author of a request, with the project that it reads or changes. */
export interface Responder extends Author {
  readonly projectId: string;
  readonly isAdmin: boolean;
  readonly scopes: ReadonlySet<string>;
  /** Passed on to other services. */
  readonly context: CallContext;
  readonly signal: AbortSignal;
}

const ADMINS: ReadonlySet<string> = new Set(['ROLE_OWNER', 'ROLE_ADMIN']);

export function toResponder({ context, project, signal }: Call): Responder {
  const { principalType, principalId, principalName, role, scopes } = context;
  return {
    projectId: project.id,
    actor: { type: principalType === 'user' ? 'user' : 'api_key', id: principalId },
    name: principalName,
    isAdmin: ADMINS.has(role),
    scopes: new Set(scopes),
    context,
    signal,
  };
}
