import { Inject, Injectable } from '@nestjs/common';
import { findMemberRole, findProject, findValidKey } from '@svc/directory';
import { isId, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { DownloadGrant } from './download-token.js';

type Downloader = Pick<DownloadGrant, 'principalType' | 'principalId' | 'organizationId' | 'projectId'>;

/** Roles that may download. */
const ROLES = ['ROLE_OWNER', 'ROLE_ADMIN'];

/** Reads whether members and keys still are what they were when an address was minted. */
@Injectable()
export class DownloadersRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async mayStillDownload({ principalType, principalId, organizationId, projectId }: Downloader, now: Date) {
    if (!isId(principalId) || !isId(organizationId)) return false;
    const { client } = this.relational;
    if ((await findProject(client, projectId))?.organizationId !== organizationId) return false;
    if (principalType === 'user')
      return ROLES.includes((await findMemberRole(client, organizationId, principalId)) ?? '');
    const key = await findValidKey(client, { id: principalId, organizationId, projectId }, now);
    return key !== undefined && ROLES.includes(key.role) && key.scopes.includes('export:download');
  }
}
