import type { ColumnStore } from '@svc/columnar';
import type { Budget, Scope } from '../statement/index.js';
import { ProjectReader, type ReadingCall } from './project-reader.js';

/** Opens the readers of a process. */
export class ProjectReaders {
  constructor(private readonly store: ColumnStore) {}

  open(call: ReadingCall): ProjectReader {
    return ProjectReader.open(this.store, call);
  }

  /** For work that no caller waits for, or that serves several callers at once. */
  openFor(scope: Scope, budget: Budget): ProjectReader {
    return new ProjectReader(this.store, scope, budget);
  }
}
