import { buildTable, FixedColumn, StringColumn, NameColumn } from '@svc/otlp/native';
import { toTieBreaker } from '@svc/persons';
import { GROUP_REGISTERS, NEVER_WRITTEN, PERSON_REGISTERS, REGISTER_OP } from '@svc/tables';
import type { CapturedEvent, PropertyWrite } from '../captured-event.js';
import type { CaptureEnvelope } from '../record-headers.js';
import { WriteColumn } from './columns.js';

/** The project and the trust level of a write. */
type RegisterOrigin = Pick<CaptureEnvelope, 'projectNumber' | 'isFromServer'>;

export class PersonRegisterTable {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly distinctId = new StringColumn();
  private readonly registers = new RegisterColumns();
  readonly table = buildTable(PERSON_REGISTERS, {
    project_number: this.projectNumber,
    distinct_id: this.distinctId,
    ...this.registers.columns,
  });

  append(event: CapturedEvent, { projectNumber, isFromServer }: RegisterOrigin): void {
    for (const write of event.writes) {
      this.projectNumber.uint32(projectNumber);
      this.distinctId.appendOwn(event.distinctId);
      this.registers.append(write, event, isFromServer);
    }
  }
}

export class GroupRegisterTable {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly groupType = new NameColumn();
  private readonly groupKey = new StringColumn();
  private readonly registers = new RegisterColumns();
  readonly table = buildTable(GROUP_REGISTERS, {
    project_number: this.projectNumber,
    group_type: this.groupType,
    group_key: this.groupKey,
    ...this.registers.columns,
  });

  append(event: CapturedEvent, { projectNumber, isFromServer }: RegisterOrigin): void {
    for (const { type, key } of event.groups) {
      for (const write of event.writes) {
        this.projectNumber.uint32(projectNumber);
        this.groupType.appendName(type);
        this.groupKey.appendOwn(key);
        this.registers.append(write, event, isFromServer);
      }
    }
  }
}

/** The latest set or unset and the earliest set_once of a property. */
class RegisterColumns {
  private readonly key = new StringColumn();
  private readonly latest = new WriteColumn();
  private readonly earliest = new WriteColumn();
  private readonly isServer = new FixedColumn('UInt8');
  readonly columns = { key: this.key, latest: this.latest, earliest: this.earliest, is_server: this.isServer };

  append({ op, key, value }: PropertyWrite, { timestampNs, messageId }: CapturedEvent, isFromServer: boolean): void {
    const [written, other, never] =
      op === 'set_once'
        ? [this.earliest, this.latest, NEVER_WRITTEN.latest]
        : [this.latest, this.earliest, NEVER_WRITTEN.earliest];
    this.key.appendOwn(key);
    this.isServer.uint8(isFromServer ? 1 : 0);
    written.append(timestampNs, messageId, toTieBreaker({ value }), OPS[op], value);
    other.append(never, '', undefined, REGISTER_OP.none, '');
  }
}

const OPS = { set: REGISTER_OP.set, unset: REGISTER_OP.unset, set_once: REGISTER_OP.setOnce } as const;
