/** Attributes that are promoted to columns of their own; they stay in the map as well. */
export const ROLE = {
  none: 0,
  sessionId: 1,
  userId: 2,
  endUserId: 3,
  distinctId: 4,
  serviceName: 5,
  serviceNamespace: 6,
  serviceVersion: 7,
  serviceInstance: 8,
  environmentName: 9,
  environment: 10,
} as const;

/** Roles below this number are looked for on spans and log records, all of them on resources. */
export const ITEM_ROLES = 5;
export const ROLES = 11;

const KEYS: readonly (readonly [string, number])[] = [
  ['session.id', ROLE.sessionId],
  ['user.id', ROLE.userId],
  ['enduser.id', ROLE.endUserId],
  ['distinct_id', ROLE.distinctId],
  ['service.name', ROLE.serviceName],
  ['service.namespace', ROLE.serviceNamespace],
  ['service.version', ROLE.serviceVersion],
  ['service.instance.id', ROLE.serviceInstance],
  ['deployment.environment.name', ROLE.environmentName],
  ['deployment.environment', ROLE.environment],
];
const candidates = KEYS.map(([key, role]) => ({ key: Buffer.from(key), role }));

/** The role of an attribute by its key. */
export function findRole(bytes: Buffer, start: number, end: number): number {
  const length = end - start;
  for (const { key, role } of candidates) {
    if (key.length === length && key.compare(bytes, start, end) === 0) return role;
  }
  return ROLE.none;
}

/** Which attributes give a row its session and its person, best first. */
export const SESSION_ROLES = [ROLE.sessionId] as const;
export const PERSON_ROLES = [ROLE.userId, ROLE.endUserId, ROLE.distinctId] as const;
