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
import { CodehostService } from './codehost.service.js';
import { ConfigEntriesService } from './config-entries.service.js';
import { toCodehostConfig, toConfigEntry } from './settings.message.js';

@RpcController(Settings)
export class SettingsController implements Handlers<typeof Settings> {
  constructor(
    private readonly entries: ConfigEntriesService,
    private readonly codehost: CodehostService,
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

  async configDelete(request: SettingsConfigDeleteRequest, { project }: Call) {
    await this.entries.delete(project.id, request);
    return {};
  }

  async codehostGet(_request: SettingsCodehostGetRequest, { project }: Call) {
    return toCodehostConfig(await this.codehost.get(project.id));
  }

  async codehostSet(request: SettingsCodehostSetRequest, { context, project }: Call) {
    return toCodehostConfig(await this.codehost.set(project.id, context, request));
  }

  async codehostDelete(request: SettingsCodehostDeleteRequest, { project }: Call) {
    await this.codehost.delete(project.id, request);
    return {};
  }
}
