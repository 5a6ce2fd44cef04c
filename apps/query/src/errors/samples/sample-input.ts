import { readFingerprint } from '@svc/otlp/errors';
import type { ErrorInput } from '@svc/stacks';

/** The columns of an error that grouping and symbolication read. */
export interface SampleColumns {
  readonly platform: string;
  readonly type: string;
  readonly message: string;
  readonly stacktrace: string;
  readonly release: string;
  readonly dist: string;
  readonly debug_ids: Readonly<Record<string, string>>;
  readonly service_name: string;
  readonly scope_name: string;
  readonly source: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The error as it was received, as grouping and symbolication read it. */
export function toErrorInput(sample: SampleColumns): ErrorInput {
  const { platform, type, message, stacktrace, release, dist, attributes } = sample;
  const fingerprint = FINGERPRINTS.map((name) => attributes[name] ?? '').find((text) => text !== '');
  return {
    platform,
    type,
    message,
    stacktrace,
    serviceName: sample.service_name,
    release,
    dist,
    debugIds: sample.debug_ids,
    ...(fingerprint !== undefined && { fingerprint: readFingerprint(fingerprint) }),
    ...(sample.source === 'log' && sample.scope_name !== '' && { logger: sample.scope_name }),
  };
}

/** Attributes of telemetry, followed by those of captured events, in the order in which extraction reads them. */
const FINGERPRINTS = ['error.fingerprint', 'exception.fingerprint', '$exception_fingerprint', 'fingerprint'];
