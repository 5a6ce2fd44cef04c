import type { ColumnStore } from '../port.js';
import { cancellation } from './cancellation.js';
import { inserts } from './inserts.js';
import { isolation } from './isolation.js';
import { limits } from './limits.js';
import { parameters } from './parameters.js';
import { reads } from './reads.js';
import type { Subject } from './subject.js';

/** A migrated store that is used by this test only. */
export interface ConformanceSubject {
  readonly store: ColumnStore;
  close(): Promise<void>;
}

/** Registers the tests of the port, which every adapter must pass. */
export function columnStoreConformance(name: string, open: () => Promise<ConformanceSubject>): void {
  describe(`column store on ${name}`, () => {
    let subject: ConformanceSubject | undefined;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject?.close());
    const store: Subject = () => {
      if (!subject) throw new Error('the store was not opened');
      return subject.store;
    };
    for (const group of [reads, parameters, inserts, limits, cancellation, isolation]) group(store);
  });
}
