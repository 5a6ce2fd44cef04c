import type { Api } from '../http/api.js';
import { EXIT, Failure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { findIngestionUrl } from '../session/ingestion.js';
import type { Settings } from '../session/settings.js';
import { getPermitted } from './api-checks.js';
import { attempt, probe, type Check, type Finding } from './check.js';
import { describeMonth, describeReceipts } from './receipts.js';

/** The access with which the check may read the receipts. */
export interface Reading {
  readonly api: Api;
  readonly project: string | undefined;
}

/** Whether ingestion answers at its address, which is the message. */
export async function reachIngestion(settings: Settings, io: Io): Promise<Check> {
  return await attempt(
    'ingestion',
    async () => {
      const url = await findIngestionUrl(settings, io);
      const { status } = await probe(`${url}/health/ready`, io);
      if (status !== 200) throw new Failure('not_ready', `${url} responded with status ${status}`);
      return { message: url };
    },
    ({ error, exitCode }) => {
      if (exitCode === EXIT.usage)
        return 'An administrator of the service knows the address: it is the one that SDKs send to.';
      return error === 'not_ready'
        ? 'Wait until the service has started; its log and /health/ready say what it waits for. Check --ingest-url too.'
        : 'Start the service, or set the address of ingestion with --ingest-url, SVC_INGEST_URL or the profile.';
    },
  );
}

/** Adds what arrived lately, if the credential may read it and the service knows it. Failing to read it is not a failure of ingestion. */
export async function addReceipts(reached: Check, { api, project }: Reading): Promise<Check> {
  const found = await readReceipts(api, project, reached.message).catch((error: unknown): Finding => ({
    message: `what arrived is unknown: ${error instanceof Error ? error.message : ''}`,
  }));
  return { ...reached, ...found, message: `${reached.message}; ${found.message}` };
}

const UNKNOWN: Finding = {
  message: 'the credential lacks usage:read, so what arrived cannot be shown',
  next: 'Use a key with the scope usage:read to see what arrived and what was rejected.',
};

async function readReceipts(api: Api, project: string | undefined, url: string): Promise<Finding> {
  const status = await getPermitted(api, '/ingest/status', project).catch((error: unknown) => {
    // A service of an earlier version does not have the operation.
    if (error instanceof Failure && error.response?.status === 404) return 'absent' as const;
    throw error;
  });
  if (status === undefined) return UNKNOWN;
  if (status !== 'absent') return describeReceipts(status, url);
  const usage = await getPermitted(api, '/usage', project);
  return usage === undefined ? UNKNOWN : describeMonth(usage);
}
