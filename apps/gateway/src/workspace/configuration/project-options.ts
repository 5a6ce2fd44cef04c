import { Injectable } from '@nestjs/common';
import type { JsonValue } from '@svc/contract';
import {
  readReplaySettings,
  REPLAY_SETTINGS_KEY,
  storedReplaySettings,
  type RedactionSettings,
} from '@svc/replay/settings';
import { invalidField } from '@svc/service-error';
import { ConfigEntriesRepository } from './config-entries.repository.js';

/** Whether texts of OTLP requests are redacted before they are stored; false without the entry. */
const OTLP_REDACTION = 'otlp.redaction';

/** Keys of entries that are options of the project, with their types. All other keys are the caller's own. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  [OTLP_REDACTION, 'boolean'],
  [REPLAY_SETTINGS_KEY, 'json'],
]);

export function isProjectOption(key: string): boolean {
  return OPTIONS.has(key);
}

/** @throws ServiceError invalid_request if the key is an option of another type. */
export function checkOptionType(key: string, configType: string): void {
  const type = OPTIONS.get(key);
  if (type !== undefined && type !== configType) throw invalidField('config_type', `must be ${type} for this key`);
}

/** @throws ServiceError invalid_request that names the field if the key is an option that cannot have the value. */
export function checkOptionValue(key: string, value: JsonValue): void {
  if (key === REPLAY_SETTINGS_KEY) readReplaySettings(value, 'config_value');
}

/** The options of a project that ingestion needs. */
export interface IngestionOptions {
  readonly redactsTelemetry: boolean;
  readonly replayRedaction: RedactionSettings;
}

/** The options of projects that other services need. */
@Injectable()
export class ProjectOptions {
  constructor(private readonly entries: ConfigEntriesRepository) {}

  async forIngestion(projectId: string): Promise<IngestionOptions> {
    const entries = await this.entries.findAll(projectId, [...OPTIONS.keys()]);
    const values = new Map(entries.map(({ key, value }) => [key, value]));
    return {
      redactsTelemetry: values.get(OTLP_REDACTION) === true,
      replayRedaction: storedReplaySettings(values.get(REPLAY_SETTINGS_KEY)),
    };
  }
}
