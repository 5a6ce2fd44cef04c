import { createHash } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { encodeJson, FlagsSnapshotSchema, type JsonObject } from '@svc/contract';
import type { Cohort } from '@svc/relational';
import { toDefinition, toMessage } from '../flag.message.js';
import type { ProjectFlags } from '../flags.repository.js';

/** All flags of a project with the cohorts that they refer to, from the same point in time. */
export interface SnapshotContent extends ProjectFlags {
  readonly cohorts: readonly Cohort[];
}

/** The document for programs that evaluate flags locally. */
export interface SnapshotDocument {
  readonly json: Uint8Array;
  /** Identifies the content: equal contents of one project have equal tags. */
  readonly etag: string;
  readonly maxAgeSeconds: number;
}

const SCHEMA_VERSION = 1;
const MAX_AGE_SECONDS = 30;
/** For a project whose flags have never changed. */
const NEVER = new Date(0);

export function snapshotDocument(projectId: string, { flags, cohorts, snapshot }: SnapshotContent): SnapshotDocument {
  const definitions = flags.map(toDefinition);
  const groupTypes = definitions.flatMap(({ filters: { aggregation = 'person', groups } }) => [
    ...(aggregation === 'person' ? [] : [aggregation]),
    ...groups.flatMap(({ conditions }) => conditions.flatMap(({ group_type: type }) => type ?? [])),
  ]);
  const message = create(FlagsSnapshotSchema, {
    schemaVersion: SCHEMA_VERSION,
    snapshotVersion: snapshot?.version ?? 0n,
    maxAgeSeconds: MAX_AGE_SECONDS,
    projectId,
    flags: flags.map((flag) => toMessage({ ...flag, createdBy: null })),
    cohorts: propertyCohorts(cohorts),
    groupTypes: [...new Set(groupTypes)].sort(),
  });
  message.etag = createHash('sha256')
    .update(JSON.stringify(encodeJson(FlagsSnapshotSchema, message)))
    .digest('base64url');
  message.updatedAt = timestampFromDate(snapshot?.updatedAt ?? NEVER);
  const json = Buffer.from(JSON.stringify(encodeJson(FlagsSnapshotSchema, message)));
  return { json, etag: message.etag, maxAgeSeconds: MAX_AGE_SECONDS };
}

/** Only property cohorts can be evaluated locally; behavioral and static ones cannot. */
function propertyCohorts(cohorts: SnapshotContent['cohorts']) {
  const entries = cohorts.map(({ id, kind, definition, generation }) => {
    const json = definition as JsonObject | null;
    const isLocal = kind === 'property' && json !== null && !JSON.stringify(json).includes('"type":"cohort"');
    const cohort = { id, generation: BigInt(generation), requiresRemote: !isLocal };
    return [id, { ...cohort, ...(isLocal && { definition: json }) }] as const;
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
