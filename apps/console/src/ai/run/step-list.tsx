import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { ApiError } from '../../api/api-error.js';
import type { AgentRun, AgentRunDetails, AgentRunStep } from '../../gen/api.js';
import { Rows, type Column } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { StepCells } from './step-cells.js';
import { toStepRows, toVisibleRows, type StepRow } from './step-tree.js';

interface StepListProps {
  readonly pages: UseInfiniteQueryResult<InfiniteData<AgentRunDetails>, ApiError>;
  readonly run: AgentRun;
  readonly open: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
}

const COLUMNS: readonly Column[] = [
  { label: 'Step', width: 'minmax(180px, 1.4fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Time', width: 'minmax(80px, 1fr)', isOptional: true },
  { label: 'Tokens', width: '64px', isOptional: true, isNumber: true },
  { label: 'Cost', width: '78px', narrowWidth: '70px', isNumber: true },
  { label: 'Duration', width: '78px', narrowWidth: '70px', isNumber: true },
];

/** The steps of a run as a tree; those below a step can be closed. */
export function StepList({ pages, run, open, onOpen }: StepListProps): ReactNode {
  const { rows: steps, onEnd, foot } = usePagedRows(pages, toSteps);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => toStepRows(steps), [steps]);
  const rows = useMemo(() => toVisibleRows(all, closed), [all, closed]);
  const toggle = (id: string): void => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  return (
    <Rows
      label="Steps"
      rows={rows}
      columns={COLUMNS}
      getId={getId}
      renderCells={(row) => (
        <StepCells
          row={row}
          run={run}
          isClosed={closed.has(row.step.span_id)}
          onToggle={() => toggle(row.step.span_id)}
        />
      )}
      open={open}
      onOpen={(row) => onOpen(row?.step.span_id)}
      onEnd={onEnd}
      foot={foot}
      rowKeys={[{ keys: 'x', label: 'Close or open what is below the step', run: (row) => toggle(row.step.span_id) }]}
    />
  );
}

function getId({ step }: StepRow): string {
  return step.span_id;
}

function toSteps({ steps }: AgentRunDetails): readonly AgentRunStep[] {
  return steps;
}
