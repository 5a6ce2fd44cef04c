import { AI_KEY_LENGTH, AI_KEY_PREFIXES, isAiKey, isContentAttribute } from '@svc/tables';

/**
 * Attributes that are promoted to columns, by column, in order of precedence; they stay in the map as well. The first two columns are
 * promoted from spans and log records too, the others from resources alone.
 */
const PROMOTED = {
  session_id: ['session.id'],
  distinct_id: ['user.id', 'enduser.id', 'distinct_id'],
  service_name: ['service.name'],
  environment: ['deployment.environment.name', 'deployment.environment'],
  release: ['service.version'],
  instance: ['service.instance.id'],
  service_namespace: ['service.namespace'],
} as const;

export type PromotedName = keyof typeof PROMOTED;

const KEYS: readonly string[] = Object.values(PROMOTED).flat();
const candidates = KEYS.map((key, index) => ({ key: Buffer.from(key), role: index + 1 }));

/** The role of an attribute without one. */
export const NO_ROLE = 0;
export const ROLES = KEYS.length + 1;

/** The attributes for the session and the person of a row, in order of precedence. */
export const SESSION_ROLES = toRoles('session_id');
export const PERSON_ROLES = toRoles('distinct_id');
/** Roles below this number are promoted from spans and log records, all roles from resources. */
export const ITEM_ROLES = Math.max(...SESSION_ROLES, ...PERSON_ROLES) + 1;

/** The roles of the attributes for each column, in order of precedence. */
export const ROLES_BY_COLUMN = Object.keys(PROMOTED).map(
  (name) => [name as PromotedName, toRoles(name as PromotedName)] as const,
);

/** The role of attributes that turn a record into an error; they are stored and redacted like any other. */
export const EXCEPTION_ROLE = ROLES;
const EXCEPTION_KEYS = ['exception.type', 'exception.message', 'exception.stacktrace'].map((key) => Buffer.from(key));

function isExceptionKey(bytes: Buffer, start: number, end: number): boolean {
  return EXCEPTION_KEYS.some((key) => isKey(key, bytes, start, end));
}

/** The role of attributes that make a span a part of AI work; they are stored and redacted like any other. */
export const AI_ROLE = EXCEPTION_ROLE + 1;
const AI_FIRST_BYTES = new Set(AI_KEY_PREFIXES.map((prefix) => prefix.charCodeAt(0)));

/** The role of attributes with prompts and answers that also make their span a part of AI work. They are redacted in any project. */
export const CONTENT_ROLE = AI_ROLE + 1;
/** The role of attributes that carry prompts and answers only in spans of AI work: others use such names as well. */
export const POSSIBLE_CONTENT_ROLE = AI_ROLE + 2;
/** The role of the attribute that named the event of a log record before records had a field for it. */
export const EVENT_NAME_ROLE = AI_ROLE + 3;
const EVENT_NAME_KEY = Buffer.from('event.name');

function isAi(bytes: Buffer, start: number, end: number): boolean {
  return (
    AI_FIRST_BYTES.has(bytes[start]) && isAiKey(bytes.toString('latin1', start, Math.min(end, start + AI_KEY_LENGTH)))
  );
}

/** The role of an attribute of a span, a log record or a part of one, by its key. */
export function findItemRole(bytes: Buffer, start: number, end: number): number {
  const hasContent = isContentAttribute(bytes.toString('latin1', start, Math.min(end, start + CONTENT_KEY_LENGTH)));
  if (isAi(bytes, start, end)) return hasContent ? CONTENT_ROLE : AI_ROLE;
  if (hasContent) return POSSIBLE_CONTENT_ROLE;
  if (isExceptionKey(bytes, start, end)) return EXCEPTION_ROLE;
  if (isKey(EVENT_NAME_KEY, bytes, start, end)) return EVENT_NAME_ROLE;
  return findRole(bytes, start, end);
}

/** Longer than the name of any attribute with content, or its beginning that decides. */
const CONTENT_KEY_LENGTH = 128;

function isKey(key: Buffer, bytes: Buffer, start: number, end: number): boolean {
  return key.length === end - start && key.compare(bytes, start, end) === 0;
}

/** The role of an attribute that is promoted to a column, by its key. */
export function findRole(bytes: Buffer, start: number, end: number): number {
  for (const { key, role } of candidates) if (isKey(key, bytes, start, end)) return role;
  return NO_ROLE;
}

function toRoles(name: PromotedName): readonly number[] {
  return PROMOTED[name].map((key) => KEYS.indexOf(key) + 1);
}
