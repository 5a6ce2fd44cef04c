import type { ColumnStore } from '@svc/columnar';
import { ProjectReader } from '../project-reader/index.js';
import { Budget, Scope } from '../statement/index.js';

/** A test project with 30 days of retention. */
export const testScope = (number: number): Scope => Scope.of({ id: `project-${number}`, number, retentionDays: 30 });

/** Enough time for any test. */
export const ampleBudget = (): Budget => new Budget(new AbortController().signal, 60_000);

/** A reader of a store for a test project. */
export const testReader = (store: ColumnStore, project: number | Scope, budget = ampleBudget()): ProjectReader =>
  new ProjectReader(store, typeof project === 'number' ? testScope(project) : project, budget);
