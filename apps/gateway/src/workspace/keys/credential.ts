import {
  ENROLLMENT_SCOPES,
  ROLES,
  isRole,
  lowerRole,
  scopesWithin,
  type Principal,
  type Role,
  type Scope,
} from '@svc/auth';
import { KeyRefusal } from '@svc/contract';
import type { ApiKey, Membership, Organization, Session, SessionToken, User } from '@svc/relational';

/**
 * The way in which a secret is sent; a cookie's secret is unknown in a header, and vice versa. `mcp` is a header of a request to the MCP
 * endpoint, for which there are tokens that are unknown everywhere else.
 */
export type Carrier = 'header' | 'cookie' | 'mcp';

/** A stored credential and its principal. */
export interface Credential {
  /** ID of the key or session, by which its revocation is announced. */
  readonly id: string;
  readonly principal: Principal;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Origins of the pages that may use it; any when empty. */
  readonly allowedOrigins: readonly string[];
  /** Whether it may be part of the source of a web page. */
  readonly isPublishable: boolean;
  /** Hash by which the credential is found. */
  readonly sha256: Uint8Array;
  readonly carrier: Carrier;
}

export type StoredKey = ApiKey & { readonly membership: Membership | null };
export type StoredToken = SessionToken & {
  readonly session: Session & {
    readonly membership: Membership & {
      readonly user: Pick<User, 'name'>;
      readonly organization: Pick<Organization, 'secondFactorRequired' | 'sessionIdleMinutes'>;
    };
  };
};

/** A key that acts for a user has the scopes that both have: it follows the role of the user. */
export function keyCredential(key: StoredKey): Credential {
  const { membership } = key;
  const role = toRole(membership ?? key);
  return {
    id: key.id,
    principal: {
      type: 'api_key',
      id: key.id,
      name: key.name,
      organizationId: key.organizationId,
      role,
      scopes: membership ? scopesWithin(role, key.scopes) : key.scopes,
      boundProjectId: key.projectId ?? undefined,
      userId: membership?.userId,
    },
    expiresAt: key.expiresAt,
    allowedOrigins: key.allowedOrigins,
    isPublishable: key.isPublishable,
    revokedAt: key.revokedAt,
    sha256: key.secretSha256,
    carrier: 'header',
  };
}

/**
 * A user who is signed in has the scopes of the role, or of a lower one that the session is limited to. Without a second factor that
 * the organization requires, the session can only enroll one.
 */
export function sessionCredential({ session, sha256, kind, expiresAt }: StoredToken): Credential {
  const { membership } = session;
  const role = sessionRole(session);
  const isComplete = session.hasSecondFactor || !membership.organization.secondFactorRequired;
  return {
    id: session.id,
    principal: {
      type: 'user',
      id: membership.userId,
      name: membership.user.name,
      organizationId: membership.organizationId,
      role,
      scopes: sessionScopes(session, role, isComplete),
      boundProjectId: undefined,
      userId: membership.userId,
    },
    allowedOrigins: [],
    isPublishable: false,
    expiresAt: earliest(expiresAt, session.expiresAt, idleEnd(session.lastUsedAt, membership.organization)),
    revokedAt: session.revokedAt,
    sha256,
    carrier: toCarrier(kind, session.kind),
  };
}

/** A credential that is both revoked and expired counts as revoked, which was a decision. */
export function toKeyRefusal(
  credential: Pick<Credential, 'revokedAt' | 'expiresAt'> | null,
  nowMs: number,
): KeyRefusal {
  if (!credential) return KeyRefusal.UNKNOWN;
  if (credential.revokedAt) return KeyRefusal.REVOKED;
  if (credential.expiresAt && credential.expiresAt.getTime() <= nowMs) return KeyRefusal.EXPIRED;
  return KeyRefusal.UNSPECIFIED;
}

/** Roles are written by us alone; one that no release knows gives nothing away. */
function toRole({ role }: { readonly role: string }): Role {
  return isRole(role) ? role : 'ROLE_VIEWER';
}

function sessionRole({ membership, roleLimit }: StoredToken['session']): Role {
  const role = toRole(membership);
  return roleLimit === null ? role : lowerRole(role, toRole({ role: roleLimit }));
}

function sessionScopes({ scopes }: StoredToken['session'], role: Role, isComplete: boolean): Scope[] {
  const permitted = isComplete ? [...ROLES[role]] : scopesWithin(role, [...ENROLLMENT_SCOPES]);
  return scopes.length === 0 ? permitted : permitted.filter((scope) => scopes.includes(scope));
}

function toCarrier(tokenKind: string, sessionKind: string): Carrier {
  if (tokenKind === 'cookie') return 'cookie';
  return sessionKind === 'mcp' ? 'mcp' : 'header';
}

/** When a session ends unless it is used; undefined where the organization sets no limit. */
export function idleEnd(
  lastUsedAt: Date,
  { sessionIdleMinutes }: Pick<Organization, 'sessionIdleMinutes'>,
): Date | undefined {
  return sessionIdleMinutes === null ? undefined : new Date(lastUsedAt.getTime() + sessionIdleMinutes * 60_000);
}

function earliest(...times: readonly (Date | undefined)[]): Date {
  return new Date(Math.min(...times.flatMap((time) => time?.getTime() ?? [])));
}
