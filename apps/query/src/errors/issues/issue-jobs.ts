import { Queue } from '@svc/work';

/** Copies to the column store which issue each variant of a project belongs to. The key is the ID of the project. */
export const ISSUE_MIRRORS = new Queue<{ readonly projectNumber: number }>({ name: 'issue-mirror', concurrency: 2 });
