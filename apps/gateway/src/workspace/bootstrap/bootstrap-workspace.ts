import { OWNER_KEY_SCOPES, generateApiKey, parseApiKey, storedForm, type GeneratedApiKey } from '@svc/auth';
import type { LogKeys } from '@svc/event-log/keys';
import type { Relational, Transaction } from '@svc/relational';
import { lockBootstrap } from './bootstrap-lock.js';
import { addOwner, readOwner, type BootstrapOwner, type OwnerOptions } from './bootstrap-owner.js';

export interface BootstrapOptions {
  /** Text of the owner's key: at least 16 printable characters. A random one is created at the first start when absent. */
  readonly apiKey?: string | undefined;
  /** Slug of the default project. */
  readonly projectSlug: string;
  readonly organizationName: string;
  /** The first user, an owner. */
  readonly owner?: OwnerOptions | undefined;
  /** Creates the project's first key of the event log; no key when absent. */
  readonly logKeys?: LogKeys | undefined;
}

export interface BootstrapResult {
  readonly organizationId: string;
  readonly projectId: string;
  /** The random owner key if it was created by this call; undefined when the operator supplied one or it was created earlier. */
  readonly secret: string | undefined;
  /** The configured first owner; undefined if none is configured. */
  readonly owner: BootstrapOwner | undefined;
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Creates the organization, its default project and the owner's key where there is no organization yet. Later calls change
 * nothing, with one exception: a supplied key that the organization does not know yet becomes another owner key, so that an operator who
 * lost the first is not locked out. A key that was revoked stays revoked. A supplied user becomes an owner where the organization
 * does not know that address yet; an existing password is not changed. Safe to run at the same time from several processes.
 *
 * @throws Error when the key, the slug, the address or the password has a form that could never be used; without repeating it.
 */
export async function bootstrapWorkspace(relational: Relational, options: BootstrapOptions): Promise<BootstrapResult> {
  if (options.apiKey !== undefined && parseApiKey(options.apiKey).form === 'malformed') {
    throw new Error(
      'The bootstrap API key must be 16 to 256 printable characters without blanks, with a right checksum if it has the form of a generated key',
    );
  }
  if (!SLUG.test(options.projectSlug)) {
    throw new Error('The slug of the bootstrap project must be 1 to 63 lower-case letters, digits and inner hyphens');
  }
  const owner = readOwner(options.owner);
  const complete = owner ? undefined : await findComplete(relational, options);
  if (complete) return { ...complete, secret: undefined, owner: undefined };
  return relational.client.$transaction(async (transaction) => {
    await lockBootstrap(transaction);
    const existing = await findWorkspace(transaction);
    const workspace = existing ?? (await createWorkspace(transaction, options));
    await grantNewScopes(transaction, workspace.organizationId);
    const key = ownerKey(options.apiKey, existing === undefined);
    if (key) await addOwnerKey(transaction, workspace.organizationId, key);
    const added = owner && (await addOwner(transaction, workspace.organizationId, owner));
    const secret = options.apiKey === undefined ? key?.secret : undefined;
    return { ...workspace, secret, owner: added };
  });
}

interface Workspace {
  readonly organizationId: string;
  readonly projectId: string;
}

/** The workspace if nothing has to be created or changed, as at every start except the first of a release. */
async function findComplete(relational: Relational, { apiKey }: BootstrapOptions): Promise<Workspace | undefined> {
  const sha256 = apiKey === undefined ? null : storedForm(apiKey).sha256;
  const values = [sha256, [...OWNER_KEY_SCOPES]];
  const [found] = await relational.rows<Workspace & { readonly isComplete: boolean }>(FIND_COMPLETE, values);
  return found?.isComplete ? { organizationId: found.organizationId, projectId: found.projectId } : undefined;
}

/** The oldest organization, whether it knows the given key if there is one, and whether its owner keys have just today's scopes. */
const FIND_COMPLETE = `
  SELECT id AS "organizationId", default_project_id AS "projectId",
    ($1::bytea IS NULL OR EXISTS (SELECT FROM api_keys WHERE secret_sha256 = $1))
    AND NOT EXISTS (
      SELECT FROM api_keys
      WHERE organization_id = organizations.id AND created_by IS NULL AND role = 'ROLE_OWNER' AND project_id IS NULL AND scopes <> $2
    ) AS "isComplete"
  FROM organizations WHERE default_project_id IS NOT NULL ORDER BY created_at, id LIMIT 1`;

/** The oldest organization and its default project; undefined before the first bootstrap. */
export async function findWorkspace(transaction: Transaction): Promise<Workspace | undefined> {
  const organization = await transaction.organization.findFirst({
    where: { defaultProjectId: { not: null } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  if (!organization?.defaultProjectId) return undefined;
  return { organizationId: organization.id, projectId: organization.defaultProjectId };
}

async function createWorkspace(
  transaction: Transaction,
  { organizationName, projectSlug, logKeys }: BootstrapOptions,
): Promise<Workspace> {
  const organization = await transaction.organization.create({ data: { name: organizationName } });
  const project = await transaction.project.create({
    data: { organizationId: organization.id, slug: projectSlug, name: projectSlug },
  });
  await logKeys?.addFirst(transaction, project);
  await transaction.organization.update({ where: { id: organization.id }, data: { defaultProjectId: project.id } });
  return { organizationId: organization.id, projectId: project.id };
}

/**
 * A release with new scopes would otherwise lock its owner out of the resources that they protect. Owner keys created
 * here have no creator.
 */
async function grantNewScopes(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction.apiKey.updateMany({
    where: { organizationId, createdBy: null, role: 'ROLE_OWNER', projectId: null },
    data: { scopes: [...OWNER_KEY_SCOPES] },
  });
}

function ownerKey(given: string | undefined, first: boolean): GeneratedApiKey | undefined {
  if (given !== undefined) return storedForm(given);
  return first ? generateApiKey('org') : undefined;
}

async function addOwnerKey(
  transaction: Transaction,
  organizationId: string,
  { prefix, sha256 }: GeneratedApiKey,
): Promise<void> {
  if ((await transaction.apiKey.count({ where: { secretSha256: sha256 } })) > 0) return;
  await transaction.apiKey.create({
    data: {
      organizationId,
      name: 'bootstrap',
      prefix,
      secretSha256: sha256,
      scopes: [...OWNER_KEY_SCOPES],
      role: 'ROLE_OWNER',
    },
  });
}
