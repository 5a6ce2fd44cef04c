import { Inject } from '@nestjs/common';
import {
  Settings,
  type SettingsCodehostDeleteRequest,
  type SettingsCodehostGetRequest,
  type SettingsCodehostSetRequest,
  type SettingsConfigDeleteRequest,
  type SettingsConfigGetRequest,
  type SettingsConfigListRequest,
  type SettingsConfigSetRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { notFound } from '@svc/errors';
import { CLOCK, type Clock } from '@svc/service';
import { CodehostRepository } from './codehost.repository.js';
import { ConfigEntriesService } from './config-entries.service.js';
import { toCodehostConfig, toConfigEntry } from './settings.message.js';

@RpcController(Settings)
export class SettingsController implements Handlers<typeof Settings> {
  constructor(
    private readonly entries: ConfigEntriesService,
    private readonly codehost: CodehostRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async configList({ type }: SettingsConfigListRequest, { project }: Call) {
    const rows = await this.entries.list(project.id, type);
    return { entries: rows.map(toConfigEntry) };
  }

  async configGet({ entry }: SettingsConfigGetRequest, { project }: Call) {
    return toConfigEntry(await this.entries.get(project.id, entry));
  }

  async configSet(request: SettingsConfigSetRequest, { context, project }: Call) {
    return toConfigEntry(await this.entries.set(project.id, context, request));
  }

  async configDelete({ entry }: SettingsConfigDeleteRequest, { project }: Call) {
    await this.entries.delete(project.id, entry);
    return {};
  }

  async codehostGet(_request: SettingsCodehostGetRequest, { project }: Call) {
    return toCodehostConfig(await this.codehost.find(project.id));
  }

  async codehostSet(request: SettingsCodehostSetRequest, { context, project }: Call) {
    const { enabled = true, repo, repoRoot } = request;
    const change = { updatedAt: new Date(this.clock()), updatedBy: context.principalId };
    return toCodehostConfig(await this.codehost.set({ projectId: project.id, enabled, repo, repoRoot, ...change }));
  }

  async codehostDelete(_request: SettingsCodehostDeleteRequest, { project }: Call) {
    if (!(await this.codehost.delete(project.id))) throw notFound();
    return {};
  }
}
