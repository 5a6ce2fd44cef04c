import { tieOf } from '@svc/persons';
import { FixedColumn, StringColumn, TableBuilder, type NamedColumn } from '@svc/otlp/native';
import type { CapturedEvent, PropertyWrite } from '../captured-event.js';
import { NameColumn, WriteColumn } from './columns.js';

/** What the store calls the writes, and a register that nobody wrote to. */
const OP = { none: 0, set: 1, unset: 2, set_once: 3 } as const;
const NEVER = { latest: -(2n ** 63n), earliest: 2n ** 63n - 1n } as const;

/** Writes to properties, of persons or of groups: who they belong to stands in front. */
abstract class RegisterTable {
  protected readonly projectNumber = new FixedColumn('UInt32', 4);
  private readonly key = new StringColumn();
  private readonly latest = new WriteColumn();
  private readonly earliest = new WriteColumn();
  readonly table: TableBuilder;

  protected constructor(name: string, subject: readonly NamedColumn[]) {
    this.table = new TableBuilder(name, [
      ['project_number', this.projectNumber],
      ...subject,
      ['key', this.key],
      ['latest', this.latest],
      ['earliest', this.earliest],
    ]);
  }

  protected appendWrite({ op, key, value }: PropertyWrite, { timestampNs, messageId }: CapturedEvent): void {
    const [written, other, never] =
      op === 'set_once' ? [this.earliest, this.latest, NEVER.latest] : [this.latest, this.earliest, NEVER.earliest];
    this.key.appendOwn(key);
    written.append(timestampNs, messageId, tieOf({ value }), OP[op], value);
    other.append(never, '', undefined, OP.none, '');
  }
}

export class PersonRegisterTable extends RegisterTable {
  private readonly distinctId: StringColumn;

  constructor() {
    const distinctId = new StringColumn();
    super('person_registers', [['distinct_id', distinctId]]);
    this.distinctId = distinctId;
  }

  append(event: CapturedEvent, projectNumber: number): void {
    for (const write of event.writes) {
      this.projectNumber.uint32(projectNumber);
      this.distinctId.appendOwn(event.distinctId);
      this.appendWrite(write, event);
    }
  }
}

export class GroupRegisterTable extends RegisterTable {
  private readonly groupType: NameColumn;
  private readonly groupKey: StringColumn;

  constructor() {
    const [groupType, groupKey] = [new NameColumn(), new StringColumn()];
    super('group_registers', [
      ['group_type', groupType],
      ['group_key', groupKey],
    ]);
    this.groupType = groupType;
    this.groupKey = groupKey;
  }

  append(event: CapturedEvent, projectNumber: number): void {
    for (const { type, key } of event.groups) {
      for (const write of event.writes) {
        this.projectNumber.uint32(projectNumber);
        this.groupType.appendName(type);
        this.groupKey.appendOwn(key);
        this.appendWrite(write, event);
      }
    }
  }
}
