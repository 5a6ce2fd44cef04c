import { Inject, Injectable } from '@nestjs/common';
import { isId, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { DownloadGrant } from './download-token.js';

type Downloader = Pick<DownloadGrant, 'principalType' | 'principalId' | 'organizationId' | 'projectId'>;

/** Roles that may download. */
const ROLES = ['ROLE_OWNER', 'ROLE_ADMIN'];

/** Reads whether members and keys, which the gateway owns, still are what they were when an address was minted. */
@Injectable()
export class DownloadersRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async mayStillDownload({ principalType, principalId, organizationId, projectId }: Downloader, now: Date) {
    if (!isId(principalId) || !isId(organizationId)) return false;
    const { project, membership } = this.relational.client;
    if ((await project.count({ where: { id: projectId, organizationId } })) === 0) return false;
    if (principalType !== 'user') return this.#isValidKey(principalId, organizationId, projectId, now);
    const where = { organizationId, userId: principalId, role: { in: ROLES } };
    return (await membership.count({ where })) > 0;
  }

  async #isValidKey(id: string, organizationId: string, projectId: string, now: Date): Promise<boolean> {
    const key = await this.relational.client.apiKey.findFirst({
      where: {
        id,
        organizationId,
        revokedAt: null,
        AND: [{ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }, { OR: [{ projectId: null }, { projectId }] }],
      },
      select: { role: true, scopes: true, membership: { select: { role: true } } },
    });
    // A key follows the role of the user for whom it acts.
    return key !== null && ROLES.includes(key.membership?.role ?? key.role) && key.scopes.includes('export:download');
  }
}
