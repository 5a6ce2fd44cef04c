import { hash, timingSafeEqual } from 'node:crypto';
import { fromBinary, toBinary, type DescMethod } from '@bufbuild/protobuf';
import type { Metadata } from '@grpc/grpc-js';
import { CallContextSchema, operations, type CallContext, type ProjectContext } from '@svc/contract';
import { ServiceError } from '@svc/service-error';

const CONTEXT_KEY = 'svc-context-bin';
const TOKEN_KEY = 'svc-token';
const INTERNAL_PACKAGE = 'svc.internal.v1';

const projectRequired: ReadonlySet<DescMethod> = new Set(
  operations.filter((operation) => operation.project === 'required').map((operation) => operation.rpc),
);

const isPublic: ReadonlySet<DescMethod> = new Set(
  operations.filter((operation) => operation.project === 'public').map((operation) => operation.rpc),
);

/** Calls without an authenticated caller need no context: public operations, and internal services such as credential lookup. */
function needsContext(rpc: DescMethod): boolean {
  return rpc.parent.file.proto.package !== INTERNAL_PACKAGE && !isPublic.has(rpc);
}

/** @throws ServiceError `internal` if an operation is called without a context, which is a bug of the calling service. */
export function writeContext(metadata: Metadata, rpc: DescMethod, context: CallContext | undefined): void {
  if (context) metadata.set(CONTEXT_KEY, Buffer.from(toBinary(CallContextSchema, context)));
  else if (needsContext(rpc)) throw internal(`${rpc.toString()} was called without a context`);
}

/** @throws ServiceError `unauthenticated` if a required context is missing, incomplete or unreadable. */
export function readContext(metadata: Metadata, rpc: DescMethod): CallContext | undefined {
  const [bytes] = metadata.get(CONTEXT_KEY);
  const context = Buffer.isBuffer(bytes) ? parseContext(bytes) : undefined;
  if (!context) {
    if (needsContext(rpc))
      throw new ServiceError('unauthenticated', { cause: `${rpc.toString()} arrived without a context` });
    return undefined;
  }
  if (needsContext(rpc) && (context.organizationId === '' || context.principalId === '')) {
    throw new ServiceError('unauthenticated', { cause: 'The context names no organization or no principal' });
  }
  if (projectRequired.has(rpc) && !context.project?.id) throw internal(`${rpc.toString()} arrived without a project`);
  return context;
}

/** @throws ServiceError `internal` if the operation declares no project, so that a missing rule is noticed. */
export function requireProject(rpc: DescMethod, context: CallContext): ProjectContext {
  if (!projectRequired.has(rpc)) throw internal(`${rpc.toString()} does not run in a project`);
  if (!context.project) throw internal(`${rpc.toString()} has no project`);
  return context.project;
}

export function writeToken(metadata: Metadata, token: string | undefined): void {
  if (token) metadata.set(TOKEN_KEY, token);
}

/** @throws ServiceError `unauthenticated` if a token is required and another one or none was sent. */
export function checkToken(metadata: Metadata, expected: string | undefined): void {
  if (!expected) return;
  const [sent] = metadata.get(TOKEN_KEY);
  if (typeof sent !== 'string' || !timingSafeEqual(digest(sent), digest(expected))) {
    throw new ServiceError('unauthenticated', { cause: 'The rpc token is missing or wrong' });
  }
}

/** Digests have equal lengths, as timingSafeEqual requires, and do not reveal how much of a guess was right. */
function digest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function parseContext(bytes: Uint8Array): CallContext {
  try {
    return fromBinary(CallContextSchema, bytes);
  } catch (cause) {
    throw new ServiceError('unauthenticated', { cause });
  }
}

function internal(cause: string): ServiceError {
  return new ServiceError('internal', { cause: new Error(cause) });
}
