import {
  ErrorTable,
  EVENT_ERROR_SEED,
  Hasher,
  hashRequest,
  PLACES,
  recordIdDigits,
  type ErrorRow,
} from '@svc/otlp/errors';
import { ByteBuffer, type NativeBlock } from '@svc/otlp/native';
import { EXCEPTION, GROUP_IDENTIFY, IDENTIFY, isReserved, type CapturedEvent } from '../captured-event.js';
import type { CaptureEnvelope } from '../record-headers.js';
import { EventTable } from './event-table.js';
import { toErrorRow } from './exception-event.js';
import { LinkTable } from './link-table.js';
import { GroupRegisterTable, PersonRegisterTable } from './register-table.js';
import { EventNameTable, GroupSeenTable, PersonSeenTable } from './seen-tables.js';
import { CaptureUsageTable } from './usage-table.js';

/** The place of a record in the event log. */
export interface RecordPosition {
  readonly partition: number;
  readonly offset: number;
}

/** Encodes captured events into one block for each table. The same events in the same order give the same bytes. */
export class CaptureEncoder {
  private readonly events = new EventTable();
  private readonly personRegisters = new PersonRegisterTable();
  private readonly groupRegisters = new GroupRegisterTable();
  private readonly links = new LinkTable();
  private readonly personSeen = new PersonSeenTable();
  private readonly groupSeen = new GroupSeenTable();
  private readonly names = new EventNameTable();
  private readonly usage = new CaptureUsageTable();
  /** The tables with one row for several events. */
  private readonly summed = [this.personSeen, this.groupSeen, this.names, this.usage];
  private readonly errorTable = new ErrorTable();
  private readonly reported: ErrorRow[] = [];
  private readonly hasher = new Hasher();
  private readonly output = new ByteBuffer(1 << 16);

  /**
   * The tables in writing order: persons and groups first, so that no event is visible before the properties it sets, and usage
   * last.
   */
  readonly tables = [
    this.personRegisters.table,
    this.groupRegisters.table,
    this.personSeen.table,
    this.groupSeen.table,
    this.links.table,
    this.events.table,
    this.names.table,
    this.errorTable.table,
    this.usage.table,
  ];

  /** The errors that the events so far report. Several may report one throw. */
  get errors(): readonly ErrorRow[] {
    return this.reported;
  }

  /** Appends the events of one record. */
  add(events: readonly CapturedEvent[], envelope: CaptureEnvelope, position: RecordPosition): void {
    for (const event of events) this.#addEvent(event, envelope);
    this.#addErrors(events, envelope, position);
    this.usage.count(envelope, events.length);
  }

  /**
   * Writes the blocks. Their bytes are in the memory of the encoder and valid until `reset`, which must precede the
   * next `add`.
   *
   * @param errors the errors that get a row; all by default.
   */
  finish(errors: readonly ErrorRow[] = this.reported): NativeBlock[] {
    for (const error of errors) this.errorTable.append(error);
    for (const part of this.summed) part.complete();
    this.output.clear();
    const filled = this.tables.filter(({ rows }) => rows > 0);
    const ends = filled.map((table) => {
      table.write(this.output);
      return this.output.length;
    });
    return filled.map(({ name, columnNames, rows }, index) => ({
      table: name,
      columns: columnNames,
      rows,
      bytes: this.output.bytes.subarray(ends[index - 1] ?? 0, ends[index]),
    }));
  }

  /** Discards everything, including events of an attempt that failed before its blocks were written. */
  reset(): void {
    for (const part of this.summed) part.forget();
    for (const table of this.tables) table.reset();
    this.reported.length = 0;
  }

  #addErrors(events: readonly CapturedEvent[], envelope: CaptureEnvelope, position: RecordPosition): void {
    events.forEach((event, place) => {
      if (event.event !== EXCEPTION) return;
      hashRequest(this.hasher, position, place, EVENT_ERROR_SEED);
      const error = toErrorRow(event, envelope, recordIdDigits(this.hasher, place % PLACES));
      if (error) this.reported.push(error);
    });
  }

  #addEvent(event: CapturedEvent, envelope: CaptureEnvelope): void {
    const { projectNumber, receivedAtMs } = envelope;
    if (event.event === GROUP_IDENTIFY) this.groupRegisters.append(event, envelope);
    else this.personRegisters.append(event, envelope);
    if (event.event === IDENTIFY || event.anonDistinctId !== '') this.links.append(event, projectNumber, receivedAtMs);
    this.personSeen.observe(event, envelope);
    this.groupSeen.observe(event, envelope);
    if (isReserved(event.event)) return;
    this.events.append(event, envelope);
    this.names.observe(event, envelope);
  }
}
