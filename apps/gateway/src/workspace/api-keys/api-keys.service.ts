import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import { KEY_REVOKED_CHANNEL, generateApiKey, type ApiKeyKind } from '@svc/auth';
import type { PubSub } from '@svc/cache';
import type { ApiKeysCreateRequest, CallContext } from '@svc/contract';
import type { ApiKey } from '@svc/relational';
import { CLOCK, PUB_SUB, type Clock } from '@svc/runtime';
import { ServiceError, invalidField, notFound, requireFound } from '@svc/service-error';
import { AccountRepository } from '../account/account.repository.js';
import { MembershipsRepository } from '../members/memberships.repository.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { ApiKeysRepository, revokeKey, type KeyOwner } from './api-keys.repository.js';
import { checkRevocation } from './check-revocation.js';
import { checkGrant } from './grant.js';
import { checkPublishable } from './publishable.js';

const DAY_MS = 24 * 3_600_000;

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly repository: ApiKeysRepository,
    private readonly projects: ProjectsRepository,
    private readonly memberships: MembershipsRepository,
    private readonly accounts: AccountRepository,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(context: CallContext, name: string): Promise<ApiKey[]> {
    return this.repository.list(toOwner(context), name);
  }

  /**
   * Creates a key and returns its secret, which is stored nowhere. A bound caller's keys are bound to the same project, also when it
   * names none: an organization-level key would reach further than the caller.
   */
  async create(context: CallContext, request: ApiKeysCreateRequest): Promise<{ row: ApiKey; secret: string }> {
    const owner = toOwner(context);
    const now = this.clock();
    const requested = request.expiresAt && timestampDate(request.expiresAt);
    if (requested && requested.getTime() <= now) throw invalidField('expires_at', 'must be in the future');
    checkGrant(request.scopes, context.scopes);
    const inherited = await this.#expiryWithin(context, requested);
    const expiresAt = request.publishable ? inherited : await this.#expiryAllowed(context, inherited, now);
    const projectId = await this.#bindTo(owner, request.projectId || undefined);

    checkPublishable(request, projectId);

    const { secret, prefix, sha256 } = generateApiKey(toKind(request, projectId));
    const row = await this.repository.insert({
      organizationId: owner.organizationId,
      projectId: projectId ?? null,
      name: request.name,
      prefix,
      secretSha256: sha256,
      scopes: request.scopes,
      isPublishable: request.publishable,
      allowedOrigins: request.allowedOrigins,
      role: context.role,
      createdBy: context.principalId,
      membershipId: await this.#findMembershipId(context),
      createdAt: new Date(now),
      expiresAt: expiresAt ?? null,
    });
    return { row, secret };
  }

  /**
   * Revoking twice is the same as once: the answer to the first may have been lost. Publishing comes after the row is written, so
   * that a listener that reads again sees the revocation.
   */
  async revoke(context: CallContext, keyId: string): Promise<void> {
    const key = requireFound(await this.repository.find(toOwner(context), keyId));
    checkRevocation(context, key);
    const now = new Date(this.clock());
    await this.memberships.inOrganization(context.organizationId, async (memberships) => {
      await revokeKey(memberships.transaction, key.id, now);
      await memberships.revokeInvitations({ inviterKeyId: key.id }, now);
    });
    await this.pubSub.publish(KEY_REVOKED_CHANNEL, keyId);
  }

  /** A key does not outlive the key that creates it: its expiry is a limit that it could otherwise escape. */
  async #expiryWithin(context: CallContext, requested: Date | undefined): Promise<Date | undefined> {
    if (context.principalType !== 'api_key') return requested;
    const creator = await this.repository.find(toOwner(context), context.principalId);
    const latest = creator?.expiresAt ?? undefined;
    if (latest && requested && requested > latest)
      throw invalidField('expires_at', 'must not be later than the expiry of the key that creates it');
    return requested ?? latest;
  }

  /** The organization may limit how long a key lives. */
  async #expiryAllowed(
    { organizationId }: CallContext,
    requested: Date | undefined,
    now: number,
  ): Promise<Date | undefined> {
    const days = (await this.accounts.findOrganization(organizationId))?.maxKeyLifetimeDays ?? null;
    if (days === null) return requested;
    const latest = new Date(now + days * DAY_MS);
    if (requested && requested > latest) {
      throw invalidField('expires_at', 'must be within the longest lifetime of the organization');
    }
    return requested ?? latest;
  }

  /** A key that a user creates, directly or with a key that acts for the user, acts for that user. */
  async #findMembershipId({ organizationId, userId }: CallContext): Promise<string | null> {
    if (userId === '') return null;
    const membership = await this.memberships.find(organizationId, userId);
    if (!membership) throw new ServiceError('unauthenticated', { cause: 'The membership has just ended' });
    return membership.id;
  }

  async #bindTo(owner: KeyOwner, requested: string | undefined): Promise<string | undefined> {
    if (owner.boundProjectId !== undefined) {
      if (requested !== undefined && requested !== owner.boundProjectId) throw notFound();
      return owner.boundProjectId;
    }
    if (requested === undefined) return undefined;
    const project = requireFound(await this.projects.findById(owner.organizationId, requested));
    return project.id;
  }
}

function toKind({ publishable }: ApiKeysCreateRequest, projectId: string | undefined): ApiKeyKind {
  if (publishable) return 'publishable';
  return projectId === undefined ? 'org' : 'project';
}

function toOwner(context: CallContext): KeyOwner {
  return { organizationId: context.organizationId, boundProjectId: context.boundProjectId || undefined };
}
