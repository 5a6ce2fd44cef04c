import type { ProjectContext } from '@svc/contract';
import type { ExportSignal } from '../definition/index.js';

/** Days for which the rows of a signal are kept; those of errors and persons come from several signals. */
export function retentionDays(project: ProjectContext, signal: ExportSignal): number {
  return project.signalRetentionDays[signal] ?? project.retentionDays;
}
