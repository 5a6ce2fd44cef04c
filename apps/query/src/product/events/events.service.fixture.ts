import { sharedStore } from '@svc/columnar/testing';
import { createCursors } from '@svc/pagination';
import { WindowCursors } from '@svc/reading/paging';
import { Scope } from '@svc/reading/statement';
import { clock } from '@svc/reading/testing';
import { writeOverrides } from '../../customers/persons/identity/overrides.js';
import { CustomerWriter } from '../../customers/persons/persons.fixture.js';
import { EventWriter } from './events.fixture.js';
import { FunnelService } from './funnel/funnel.service.js';
import { EventListService } from './list/list.service.js';
import { EventNamesService } from './names/names.service.js';
import { RetentionService } from './retention/retention.service.js';
import { TrendsService } from './trends/trends.service.js';
import { TriggerersService } from './triggerers/triggerers.service.js';

/** The events domain on a column store of its own. */
export async function startEvents() {
  const engine = await sharedStore();
  const cursors = createCursors('a secret of sixteen bytes and more');
  const customers = new CustomerWriter(engine.store);
  return {
    store: engine.store,
    writer: new EventWriter(engine.store),
    list: new EventListService(new WindowCursors(cursors), clock),
    names: new EventNamesService(cursors, clock),
    triggerers: new TriggerersService(cursors),
    funnel: new FunnelService(clock),
    retention: new RetentionService(clock),
    trends: new TrendsService(clock),
    merge: (project: number, canonicalIds: Readonly<Record<string, string>>, version = 1n) =>
      writeOverrides(engine.store, project, new Map(Object.entries(canonicalIds)), version),
    writePersonProperty: (project: number, distinctId: string, key: string, value: string) =>
      customers.write(project, distinctId, key, { op: 'set', time: 1n, messageId: 'm', value }),
    stop: () => engine[Symbol.asyncDispose](),
  };
}

export type EventsUnderTest = Awaited<ReturnType<typeof startEvents>>;

/** A project whose ID is a UUID, as persons require. */
export const testProject = (number: number): Scope =>
  Scope.of({ id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, number, retentionDays: 30 });
