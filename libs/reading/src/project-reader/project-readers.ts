import type { ColumnStore } from '@svc/columnar';
import type { Budget, Scope } from '../statement/index.js';
import { ProjectReader, type ReadingCall } from './project-reader.js';

/** Opens project readers. */
export class ProjectReaders {
  constructor(private readonly store: ColumnStore) {}

  open(call: ReadingCall): ProjectReader {
    return ProjectReader.open(this.store, call);
  }

  /** For work without a waiting caller, or for several callers at once. */
  openFor(scope: Scope, budget: Budget): ProjectReader {
    return new ProjectReader(this.store, scope, budget);
  }
}
