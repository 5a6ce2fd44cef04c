import { FixedColumn, MapColumn, StringColumn, type ByteBuffer, type Column, type FixedType } from '@svc/otlp/native';

/** Map from group types to group keys. */
export class GroupsColumn extends MapColumn {
  appendGroups(groups: readonly { readonly type: string; readonly key: string }[]): void {
    for (const { type, key } of groups) {
      this.keys.appendOwn(type);
      this.values.appendOwn(key);
    }
    this.endRow();
  }
}

/** 64-bit integers. */
export class LongColumn<const Type extends FixedType = FixedType> extends FixedColumn<Type> {
  appendLong(value: bigint): void {
    this.uint64(Number(value & 0xffff_ffffn), Number((value >> 32n) & 0xffff_ffffn));
  }
}

/** A write to a property; the order of the elements is the order of comparison. Tuples are encoded column by column. */
export class WriteColumn implements Column {
  readonly type = 'Tuple(time Int64, message_id String, tie FixedString(32), op UInt8, value String)';
  private readonly time = new LongColumn('Int64');
  private readonly messageId = new StringColumn();
  private readonly tie = new FixedColumn('FixedString(32)');
  private readonly op = new FixedColumn('UInt8');
  private readonly value = new StringColumn();
  private readonly parts = [this.time, this.messageId, this.tie, this.op, this.value];

  get rows(): number {
    return this.time.rows;
  }

  get byteLength(): number {
    return this.parts.reduce((total, { byteLength }) => total + byteLength, 0);
  }

  append(time: bigint, messageId: string, tie: Buffer | undefined, op: number, value: string): void {
    this.time.appendLong(time);
    this.messageId.appendOwn(messageId);
    if (tie) this.tie.copy(tie, 0, 32);
    else this.tie.zero();
    this.op.uint8(op);
    this.value.appendOwn(value);
  }

  writePrefix(): void {
    // Plain values have no state prefix.
  }

  writeData(out: ByteBuffer): void {
    for (const part of this.parts) part.writeData(out);
  }

  mark(): void {
    for (const part of this.parts) part.mark();
  }

  rollback(): void {
    for (const part of this.parts) part.rollback();
  }

  reset(): void {
    for (const part of this.parts) part.reset();
  }
}
