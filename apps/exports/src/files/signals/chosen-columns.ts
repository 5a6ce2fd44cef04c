import { invalidField } from '@svc/service-error';
import type { ExportDefinition } from '../../definition/export-definition.js';
import type { ExportColumn } from '../columns/export-column.js';
import type { SignalSource, SourceStage } from './signal-source.js';

const ATTRIBUTE = 'attributes.';

/** @throws ServiceError invalid_request, also for attributes that are not maps. */
export function checkColumns({ columns }: Pick<ExportDefinition, 'columns'>, { defaultColumns }: SignalSource): void {
  const isKnown = (name: string): boolean => name.startsWith(ATTRIBUTE) || defaultColumns.includes(name);
  if (columns && !columns.every(isKnown))
    throw invalidField('query.columns', 'must be names of columns that the signal has');
}

/**
 * The columns of a file: the requested ones, or else those of the signal.
 *
 * @param flattened the names of the attributes that have a column of their own.
 */
export function chosenColumns(
  { columns, options }: Pick<ExportDefinition, 'columns' | 'options'>,
  stage: Pick<SourceStage, 'columns' | 'attributes'>,
  flattened: readonly string[],
): readonly ExportColumn[] {
  const byName = new Map(stage.columns.map((column) => [column.name, column]));
  const named = (columns ?? [...byName.keys()]).map((name) => {
    const column = byName.get(name);
    if (column) return column;
    return stage.attributes.column(name.slice(ATTRIBUTE.length));
  });
  const asked = new Set(columns);
  const added = options.flatten_attributes
    ? flattened.filter((name) => !asked.has(ATTRIBUTE + name)).map((name) => stage.attributes.column(name))
    : [];
  return [...named, ...added];
}
