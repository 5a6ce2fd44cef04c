import type { ColumnStore } from '@svc/columnar';
import { personId, toRegister, toTieBreaker, type PropertyWrite } from '@svc/persons';
import { Scope } from '@svc/reading/statement';
import { NEVER_WRITTEN, REGISTER_OP } from '@svc/tables';
import { writeOverrides } from './identity/overrides.js';

export interface TestEvent {
  readonly project: number;
  readonly distinctId: string;
  /** Nanoseconds since 1970. */
  readonly time: bigint;
  readonly messageId?: string;
  readonly event?: string;
  readonly sessionId?: string;
  readonly traceId?: string;
  readonly groups?: Readonly<Record<string, string>>;
  readonly properties?: string;
}

export type TestWrite = PropertyWrite & { readonly isFromServer?: boolean };

const OPS = { set: REGISTER_OP.set, unset: REGISTER_OP.unset, set_once: REGISTER_OP.setOnce } as const;
const SEEN = '(project_number, distinct_id, first_seen, last_seen, is_identified, person_id)';

/** Writes the rows that ingestion writes for captured events, one at a time. */
export class CustomerWriter {
  #nth = 0;

  constructor(private readonly store: ColumnStore) {}

  async event(event: TestEvent): Promise<void> {
    const { project, distinctId, time, messageId = `auto-${this.#nth++}`, sessionId = '', traceId = '' } = event;
    await this.store.command(
      `INSERT INTO events (project_number, retention_days, timestamp, ingested_at, event, distinct_id, message_id, session_id, trace_id, groups, properties)
       SELECT {project:UInt32}, 30, fromUnixTimestamp64Nano({time:Int64}), fromUnixTimestamp64Milli({now:Int64}), {event:String}, {id:String},
              {message:String}, {session:String}, toFixedString(unhex({trace:String}), 16),
              mapFromArrays({types:Array(String)}, {keys:Array(String)}), {properties:String}`,
      {
        project,
        time,
        now: BigInt(Date.now()),
        event: event.event ?? 'opened',
        id: distinctId,
        message: messageId,
        session: sessionId,
        trace: traceId.padStart(32, '0'),
        types: Object.keys(event.groups ?? {}),
        keys: Object.values(event.groups ?? {}),
        properties: event.properties ?? '{}',
      },
    );
    await this.seen(project, distinctId, time);
    for (const [type, key] of Object.entries(event.groups ?? {})) await this.groupSeen(project, type, key, time);
  }

  async seen(project: number, distinctId: string, time: bigint, isIdentified = false): Promise<void> {
    await this.store.command(
      `INSERT INTO person_seen ${SEEN} SELECT {project:UInt32}, {id:String}, fromUnixTimestamp64Nano({time:Int64}),
       fromUnixTimestamp64Nano({time:Int64}), {known:UInt8}, toFixedString(unhex({person:String}), 16)`,
      {
        project,
        id: distinctId,
        time,
        known: Number(isIdentified),
        person: testPersonId(project, distinctId).replaceAll('-', ''),
      },
    );
  }

  async groupSeen(project: number, type: string, key: string, time: bigint): Promise<void> {
    await this.store.command(
      `INSERT INTO group_seen (project_number, group_type, group_key, first_seen, last_seen) SELECT {project:UInt32}, {type:String},
       {key:String}, fromUnixTimestamp64Nano({time:Int64}), fromUnixTimestamp64Nano({time:Int64})`,
      { project, type, key, time },
    );
  }

  async write(project: number, distinctId: string, key: string, write: TestWrite): Promise<void> {
    await this.#register(
      'person_registers (project_number, distinct_id, key, latest, earliest, is_server)',
      '{id:String}',
      write,
      {
        project,
        id: distinctId,
        key,
      },
    );
  }

  async groupWrite(project: number, type: string, group: string, key: string, write: TestWrite): Promise<void> {
    await this.#register(
      'group_registers (project_number, group_type, group_key, key, latest, earliest, is_server)',
      '{type:String}, {group:String}',
      write,
      { project, type, group, key },
    );
    await this.groupSeen(project, type, group, write.time);
  }

  merge(project: number, links: Readonly<Record<string, string>>, version = BigInt(++this.#nth)): Promise<void> {
    return writeOverrides(this.store, project, new Map(Object.entries(links)), version);
  }

  async #register(
    into: string,
    owner: string,
    write: TestWrite,
    values: Record<string, string | number>,
  ): Promise<void> {
    const { latest, earliest } = toRegister(write);
    const tuple = `({time:Int64}, {message:String}, toFixedString(unhex({tie:String}), 32), {op:UInt8}, {value:String})`;
    const never = (time: bigint): string => `(${time}, '', toFixedString('', 32), 0, '')`;
    await this.store.command(
      `INSERT INTO ${into} SELECT {project:UInt32}, ${owner}, {key:String},
       ${latest ? tuple : never(NEVER_WRITTEN.latest)}, ${earliest ? tuple : never(NEVER_WRITTEN.earliest)}, {server:UInt8}`,
      {
        ...values,
        time: write.time,
        message: write.messageId,
        tie: toTieBreaker(write).toString('hex'),
        op: OPS[write.op],
        value: write.value,
        server: Number(write.isFromServer ?? false),
      },
    );
  }
}

/** The ID that the service computes in the test project with this number. */
export const testPersonId = (project: number, distinctId: string): string =>
  personId(testProjectId(project), distinctId);

export const testProjectId = (project: number): string =>
  `00000000-0000-4000-8000-${String(project).padStart(12, '0')}`;

export const personScope = (project: number): Scope =>
  Scope.of({ id: testProjectId(project), number: project, retentionDays: 30 });
