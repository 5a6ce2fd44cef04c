/** The request of a record of the topic `capture`; the events are in its value. */
export interface CaptureEnvelope {
  readonly projectNumber: number;
  readonly projectId: string;
  readonly retentionDays: number;
  /** Milliseconds since the epoch. */
  readonly receivedAtMs: number;
  /** Hash of the request as received: the same for a byte-identical retry. */
  readonly hash: string;
  /** Decompressed size of the request in bytes. */
  readonly bytes: number;
  /** Whether a secret key was used; false also for records from before this was known. */
  readonly isFromServer: boolean;
  /** Numbers of rejected events by code. */
  readonly rejected: Readonly<Record<string, number>>;
}

const VERSION = '1';
const SERVER = 'server';

export function captureHeaders(envelope: CaptureEnvelope): Record<string, string> {
  return {
    v: VERSION,
    project: String(envelope.projectNumber),
    project_id: envelope.projectId,
    retention: String(envelope.retentionDays),
    received: String(envelope.receivedAtMs),
    hash: envelope.hash,
    bytes: String(envelope.bytes),
    origin: envelope.isFromServer ? SERVER : 'page',
    rejected: JSON.stringify(envelope.rejected),
  };
}

/** Throws on headers of an unknown version. */
export function readCaptureHeaders(headers: Readonly<Record<string, string>>): CaptureEnvelope {
  const { v, project, project_id: projectId, retention, received, hash, bytes, origin, rejected } = headers;
  if (v !== VERSION || !project || !projectId || !retention || !received || !hash || !bytes || !rejected)
    throw new Error('record of captured events has headers of an unknown version');
  return {
    projectNumber: Number(project),
    projectId,
    retentionDays: Number(retention),
    receivedAtMs: Number(received),
    hash,
    bytes: Number(bytes),
    isFromServer: origin === SERVER,
    rejected: JSON.parse(rejected) as Record<string, number>,
  };
}
