import type { ProjectReader } from '@svc/reading/project-reader';
import type { AttemptResult } from '../../../telemetry/index.js';
import type { Match } from '../kinds.js';
import type { Clue } from '../read-clues.js';

/** Finds the records of one kind that a clue names, in the project of the reader. */
export type Finder = (clue: Clue, reader: ProjectReader) => Promise<AttemptResult<Match>>;

/** All that there is. */
export const allOf = (found: readonly Match[]): AttemptResult<Match> => ({ found, isTruncated: false });
