import { FixedColumn, StringColumn, buildTable, NameColumn } from '@svc/otlp/native';
import { personId } from '@svc/persons';
import { EVENT_NAMES_DAILY, GROUP_SEEN, PERSON_SEEN } from '@svc/tables';
import { IDENTIFY, type CapturedEvent } from '../captured-event.js';
import type { CaptureEnvelope } from '../record-headers.js';
import { LongColumn } from './columns.js';

interface Sight {
  readonly projectNumber: number;
  first: bigint;
  last: bigint;
}

/** First and last occurrence of each name in a block. */
class Sights<Known extends Sight> {
  readonly #known = new Map<string, Known>();

  observe(id: string, time: bigint, create: () => Known): Known {
    let sight = this.#known.get(id);
    if (!sight) this.#known.set(id, (sight = create()));
    if (time < sight.first) sight.first = time;
    if (time > sight.last) sight.last = time;
    return sight;
  }

  take(): Iterable<Known> {
    const known = [...this.#known.values()];
    this.forget();
    return known;
  }

  forget(): void {
    this.#known.clear();
  }
}

/** A table with one row for all occurrences of a name in a block. */
abstract class SeenTable<Known extends Sight> {
  protected readonly sights = new Sights<Known>();

  /** Forgets observations that have not been written as rows. */
  forget(): void {
    this.sights.forget();
  }
}

const firstSeen = () => new LongColumn('SimpleAggregateFunction(min, DateTime64(9))');
const lastSeen = () => new LongColumn('SimpleAggregateFunction(max, DateTime64(9))');

interface PersonSight extends Sight {
  readonly distinctId: string;
  readonly projectId: string;
  isIdentified: boolean;
}

export class PersonSeenTable extends SeenTable<PersonSight> {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly distinctId = new StringColumn();
  private readonly firstSeen = firstSeen();
  private readonly lastSeen = lastSeen();
  private readonly isIdentified = new FixedColumn('SimpleAggregateFunction(max, UInt8)');
  private readonly personId = new FixedColumn('SimpleAggregateFunction(any, FixedString(16))');
  readonly table = buildTable(PERSON_SEEN, {
    project_number: this.projectNumber,
    distinct_id: this.distinctId,
    first_seen: this.firstSeen,
    last_seen: this.lastSeen,
    is_identified: this.isIdentified,
    person_id: this.personId,
  });

  observe({ event, timestampNs, distinctId }: CapturedEvent, { projectNumber, projectId }: CaptureEnvelope): void {
    const sight = this.sights.observe(`${projectNumber}/${distinctId}`, timestampNs, () => ({
      projectNumber,
      projectId,
      distinctId,
      first: timestampNs,
      last: timestampNs,
      isIdentified: false,
    }));
    if (event === IDENTIFY) sight.isIdentified = true;
  }

  complete(): void {
    for (const { projectNumber, projectId, distinctId, first, last, isIdentified } of this.sights.take()) {
      this.projectNumber.uint32(projectNumber);
      this.distinctId.appendOwn(distinctId);
      this.firstSeen.appendLong(first);
      this.lastSeen.appendLong(last);
      this.isIdentified.uint8(Number(isIdentified));
      this.personId.copy(Buffer.from(personId(projectId, distinctId).replaceAll('-', ''), 'hex'), 0, 16);
    }
  }
}

interface GroupSight extends Sight {
  readonly type: string;
  readonly key: string;
}

export class GroupSeenTable extends SeenTable<GroupSight> {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly groupType = new NameColumn();
  private readonly groupKey = new StringColumn();
  private readonly firstSeen = firstSeen();
  private readonly lastSeen = lastSeen();
  readonly table = buildTable(GROUP_SEEN, {
    project_number: this.projectNumber,
    group_type: this.groupType,
    group_key: this.groupKey,
    first_seen: this.firstSeen,
    last_seen: this.lastSeen,
  });

  observe({ groups, timestampNs }: CapturedEvent, { projectNumber }: CaptureEnvelope): void {
    for (const { type, key } of groups) {
      this.sights.observe(JSON.stringify([projectNumber, type, key]), timestampNs, () => ({
        projectNumber,
        type,
        key,
        first: timestampNs,
        last: timestampNs,
      }));
    }
  }

  complete(): void {
    for (const { projectNumber, type, key, first, last } of this.sights.take()) {
      this.projectNumber.uint32(projectNumber);
      this.groupType.appendName(type);
      this.groupKey.appendOwn(key);
      this.firstSeen.appendLong(first);
      this.lastSeen.appendLong(last);
    }
  }
}

interface NameSight extends Sight {
  readonly event: string;
  readonly day: number;
  readonly retentionDays: number;
  count: number;
}

const NS_PER_DAY = 86_400_000_000_000n;

export class EventNameTable extends SeenTable<NameSight> {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly retentionDays = new FixedColumn('UInt16');
  private readonly day = new FixedColumn('Date');
  private readonly event = new NameColumn();
  private readonly count = new LongColumn('SimpleAggregateFunction(sum, UInt64)');
  private readonly lastSeen = lastSeen();
  readonly table = buildTable(EVENT_NAMES_DAILY, {
    project_number: this.projectNumber,
    retention_days: this.retentionDays,
    day: this.day,
    event: this.event,
    count: this.count,
    last_seen: this.lastSeen,
  });

  observe({ event, timestampNs }: CapturedEvent, { projectNumber, retentionDays }: CaptureEnvelope): void {
    const day = Number(timestampNs / NS_PER_DAY);
    const sight = this.sights.observe(`${projectNumber}/${retentionDays}/${day}/${event}`, timestampNs, () => ({
      projectNumber,
      retentionDays,
      day,
      event,
      first: timestampNs,
      last: timestampNs,
      count: 0,
    }));
    sight.count++;
  }

  complete(): void {
    for (const { projectNumber, retentionDays, day, event, count, last } of this.sights.take()) {
      this.projectNumber.uint32(projectNumber);
      this.retentionDays.fill(retentionDays, 0, 1);
      this.day.fill(day, 0, 1);
      this.event.appendName(event);
      this.count.appendLong(BigInt(count));
      this.lastSeen.appendLong(last);
    }
  }
}
