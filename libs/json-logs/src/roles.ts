import { CONTEXT_IDS, CONTEXT_NAMES, isJsonObject, toInstant, type Json, type JsonObject } from '@svc/otlp/wire';

/** Levels of pino and Bunyan, and severities of syslog (RFC 5424), as the names that OTLP's receivers read. */
const LEVELS: ReadonlyMap<number, string> = new Map([
  ...['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug'].entries(),
  ...['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((name, index) => [10 * (index + 1), name] as const),
]);

/** The parts of a record that OTLP has a place for. */
export interface Roles {
  /** Nanoseconds since 1970. */
  readonly time?: bigint | undefined;
  readonly message?: string | undefined;
  readonly level?: string | undefined;
  readonly traceId?: string | undefined;
  readonly spanId?: string | undefined;
  readonly service?: string | undefined;
}

type Role = keyof Roles;

/** Names of each part in lower case, the first that is present and readable first. */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  time: ['timestamp', '@timestamp', 'time', 'ts', 'date', 'datetime'],
  message: ['message', 'msg', 'body', 'log', 'text'],
  level: [...CONTEXT_NAMES.level, 'levelname', 'log.severity'],
  traceId: CONTEXT_NAMES.traceId,
  spanId: CONTEXT_NAMES.spanId,
  service: ['service.name', 'service_name', 'service', 'app', 'application', 'projectname'],
};
const RANKS = new Map(
  (Object.keys(NAMES) as Role[]).flatMap((role) => NAMES[role].map((name, rank) => [name, { role, rank }] as const)),
);

const READERS: { readonly [R in Role]: (value: Json) => Roles[R] } = {
  time: toInstant,
  message: toText,
  level: (value) => (typeof value === 'number' ? LEVELS.get(value) : toText(value)),
  traceId: (value) => toId(value, CONTEXT_IDS.traceId),
  spanId: (value) => toId(value, CONTEXT_IDS.spanId),
  service: (value) => toText(isJsonObject(value) ? (value['name'] ?? null) : value),
};

/** Finds the parts of a record by their names. All other members are the rest, also one that cannot be read as the part it is named for. */
export function splitRoles(record: JsonObject): { readonly roles: Roles; readonly rest: readonly [string, Json][] } {
  const found = new Map<Role, { readonly name: string; readonly rank: number; readonly value: unknown }>();
  const members = Object.entries(record);
  for (const [name, content] of members) {
    const known = RANKS.get(name.toLowerCase());
    if (!known || known.rank >= (found.get(known.role)?.rank ?? Infinity)) continue;
    const value = READERS[known.role](content);
    if (value !== undefined) found.set(known.role, { name, rank: known.rank, value });
  }
  const taken = new Set([...found.values()].map(({ name }) => name));
  const roles = Object.fromEntries([...found].map(([role, { value }]) => [role, value])) as Roles;
  return { roles, rest: members.filter(([name]) => !taken.has(name)) };
}

function toText(value: Json): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function toId(value: Json, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined;
}
