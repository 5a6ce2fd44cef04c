import { Injectable } from '@nestjs/common';
import { invalidField } from '@svc/service-error';
import { ConfigEntriesRepository } from './config-entries.repository.js';

/** Whether texts of OTLP requests are redacted before they are stored; false without the entry. */
const OTLP_REDACTION = 'otlp.redaction';

/** Keys of entries that are options of the project, with their types. All other keys are the caller's own. */
const OPTIONS: ReadonlyMap<string, string> = new Map([[OTLP_REDACTION, 'boolean']]);

export function isProjectOption(key: string): boolean {
  return OPTIONS.has(key);
}

/** @throws ServiceError invalid_request if the key is an option of another type. */
export function checkOptionType(key: string, configType: string): void {
  const type = OPTIONS.get(key);
  if (type !== undefined && type !== configType) throw invalidField('config_type', `must be ${type} for this key`);
}

/** The options of projects that other services need. */
@Injectable()
export class ProjectOptions {
  constructor(private readonly entries: ConfigEntriesRepository) {}

  async redactsTelemetry(projectId: string): Promise<boolean> {
    const entry = await this.entries.find(projectId, OTLP_REDACTION);
    return entry?.value === true;
  }
}
