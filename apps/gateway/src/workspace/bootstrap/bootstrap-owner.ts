import type { Transaction } from '@svc/relational';
import { normalizeEmail } from '../users/email.js';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, hashPassword } from '../users/password.js';

/** As configured: both or neither. */
export interface OwnerOptions {
  readonly email: string | undefined;
  readonly password: string | undefined;
}

interface Owner {
  readonly email: string;
  readonly password: string;
}

/** @throws Error when one is given without the other, or has a form that could never be used; without repeating it. */
export function readOwner(
  { email, password }: OwnerOptions = { email: undefined, password: undefined },
): Owner | undefined {
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || password === undefined) {
    throw new Error('The first owner needs both SVC_BOOTSTRAP_EMAIL and SVC_BOOTSTRAP_PASSWORD');
  }
  const address = normalizeEmail(email);
  if (address === undefined) throw new Error('SVC_BOOTSTRAP_EMAIL must be an e-mail address');
  if (password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) {
    throw new Error(`SVC_BOOTSTRAP_PASSWORD must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`);
  }
  return { email: address, password };
}

/** The configured first owner, after a bootstrap. */
export interface BootstrapOwner {
  readonly email: string;
  readonly role: string;
  /** Whether this bootstrap created the account, with the configured password. */
  readonly isNew: boolean;
}

/** An existing member keeps role and password. */
export async function addOwner(
  transaction: Transaction,
  organizationId: string,
  { email, password }: Owner,
): Promise<BootstrapOwner> {
  const known = await transaction.user.findUnique({ where: { email } });
  const user =
    known ??
    (await transaction.user.create({
      // The operator vouches for the address.
      data: { email, name: email, passwordHash: await hashPassword(password), emailVerifiedAt: new Date() },
    }));
  const { role } = await transaction.membership.upsert({
    where: { organizationId_userId: { organizationId, userId: user.id } },
    create: { organizationId, userId: user.id, role: 'ROLE_OWNER' },
    update: {},
  });
  return { email, role, isNew: !known };
}

/** Describes to operators whether the configured owner was created. */
export function describeOwner({ email, role, isNew }: BootstrapOwner): string {
  if (isNew) return `${email} was created as an owner`;
  const kept = role === 'ROLE_OWNER' ? 'is an owner' : `exists with the role ${role}, which was not changed`;
  return `${email} ${kept}; an existing account keeps its password`;
}
