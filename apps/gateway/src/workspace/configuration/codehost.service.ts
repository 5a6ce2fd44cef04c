import { Inject, Injectable } from '@nestjs/common';
import type { CallContext, SettingsCodehostDeleteRequest, SettingsCodehostSetRequest } from '@svc/contract';
import type { CodehostConfig } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError, versionConflict, changeVersioned } from '@svc/service-error';
import { CodehostRepository } from './codehost.repository.js';

@Injectable()
export class CodehostService {
  constructor(
    private readonly repository: CodehostRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get(projectId: string): Promise<CodehostConfig | null> {
    return this.repository.find(projectId);
  }

  /** @throws ServiceError version_conflict */
  async set(
    projectId: string,
    { principalId: updatedBy }: CallContext,
    { enabled = true, repo, repoRoot, expectedVersion }: SettingsCodehostSetRequest,
  ): Promise<CodehostConfig> {
    const change = { projectId, enabled, repo, repoRoot, updatedBy, updatedAt: new Date(this.clock()) };
    if (expectedVersion === undefined) return this.repository.set(change);
    const replaced = await this.repository.replace(expectedVersion, change);
    if (replaced) return replaced;
    const current = await this.repository.find(projectId);
    throw current ? versionConflict(current.version) : isNotConfigured();
  }

  /** @throws ServiceError not_found, version_conflict */
  async delete(projectId: string, { expectedVersion }: SettingsCodehostDeleteRequest): Promise<void> {
    await changeVersioned(this.repository.delete(projectId, expectedVersion), () => this.repository.find(projectId));
  }
}

function isNotConfigured(): ServiceError {
  const reason = 'must be absent, because the code host is not configured';
  return new ServiceError('version_conflict', { details: [{ path: 'expected_version', reason }] });
}
