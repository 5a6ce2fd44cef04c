import { DEFAULT_DATABASE } from '../connection.js';
import type { Dialect } from '../migrations/migration.js';
import { renderMigration } from '../migrations/render.js';
import type { ColumnStore } from '../port.js';
import { cancellation } from './cancellation.js';
import { files } from './files.js';
import { inserts } from './inserts.js';
import { isolation } from './isolation.js';
import { limits } from './limits.js';
import { parameters } from './parameters.js';
import { purges } from './purges.js';
import { reads } from './reads.js';
import type { Subject } from './subject.js';

/** A migrated store that is used by this test only. */
export interface ConformanceSubject {
  readonly store: ColumnStore;
  close(): Promise<void>;
}

/** Registers the tests of the port, which every adapter must pass. */
export function columnStoreConformance(
  name: string,
  { dialect, database = DEFAULT_DATABASE }: { readonly dialect: Dialect; readonly database?: string },
  open: () => Promise<ConformanceSubject>,
): void {
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
    inserts(store, (migration) => renderMigration(migration, dialect, database));
    for (const group of [purges, reads, files, parameters, limits, cancellation, isolation]) group(store);
  });
}
