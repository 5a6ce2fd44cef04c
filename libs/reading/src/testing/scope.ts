import type { ColumnStore } from '@svc/columnar';
import { ProjectReader } from '../project-reader/index.js';
import { Budget, Scope } from '../statement/index.js';

/** A project of 30 days. */
export const scopeOf = (number: number): Scope => Scope.of({ id: `project-${number}`, number, retentionDays: 30 });

/** Time enough for any test. */
export const ampleBudget = (): Budget => new Budget(new AbortController().signal, 60_000);

/** Reads a store for a project of 30 days. */
export const readerOf = (store: ColumnStore, project: number | Scope, budget = ampleBudget()): ProjectReader =>
  new ProjectReader(store, typeof project === 'number' ? scopeOf(project) : project, budget);
