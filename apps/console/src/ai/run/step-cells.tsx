import type { ReactNode } from 'react';
import type { AgentRun } from '../../gen/api.js';
import { Cell } from '../../rows/rows.js';
import { formatCost, formatCount, formatDuration } from '../../time/amounts.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Tip } from '../../ui/text/tip.js';
import classes from './step-cells.module.css';
import type { StepRow } from './step-tree.js';

interface StepCellsProps {
  readonly row: StepRow;
  readonly run: AgentRun;
  readonly isClosed: boolean;
  readonly onToggle: () => void;
}

const TONES: Readonly<Record<string, Tone>> = { agent: 'info', workflow: 'info', inference: 'ok', tool: 'warn' };
/** Pixels by which a step is further to the right than the one above it, and the depth after which it no longer is. */
const INDENT = 16;
const MAX_DEPTH = 12;

/** The cells of one step. */
export function StepCells({ row, run, isClosed, onToggle }: StepCellsProps): ReactNode {
  const { step, depth, below } = row;
  const { name, kind, is_error: isError, error_type: type, error_message: message, cost, is_counted: isCounted } = step;
  const tokens = step.input_tokens + step.output_tokens;
  const why = isCounted ? undefined : 'Another step reports the same usage, which counts once.';
  const error = [type, message].filter(Boolean).join(': ') || 'It failed.';
  return (
    <>
      <Cell>
        <span className={classes.name} style={{ paddingLeft: Math.min(depth, MAX_DEPTH) * INDENT }}>
          {below > 0 ? (
            <Button
              kind="quiet"
              icon={isClosed ? 'right' : 'down'}
              aria-label={`${isClosed ? 'Open' : 'Close'} the ${formatCount(below)} ${below === 1 ? 'step' : 'steps'} below ${name.slice(0, 80)}`}
              aria-expanded={!isClosed}
              onClick={onToggle}
            />
          ) : (
            <span className={classes.leaf} />
          )}
          <Badge tone={TONES[kind] ?? 'neutral'}>{kind}</Badge>
          <OutsideText text={name} limit={120} />
          {isError && (
            <Tip text={error}>
              <Badge tone="danger">failed</Badge>
            </Tip>
          )}
        </span>
      </Cell>
      <Cell isOptional>
        <Place offsetMs={step.offset_ms} durationMs={step.duration_ms} wholeMs={run.duration_ms} isError={isError} />
      </Cell>
      <Cell isNumber isOptional>
        <Tip text={why}>{tokens === 0 ? '' : formatCount(tokens, 'short')}</Tip>
      </Cell>
      <Cell isNumber>
        <Tip text={why}>{cost === undefined ? '' : isCounted ? formatCost(cost) : `(${formatCost(cost)})`}</Tip>
      </Cell>
      <Cell isNumber>{formatDuration(step.duration_ms, 'ms')}</Cell>
    </>
  );
}

interface PlaceProps {
  readonly offsetMs: number;
  readonly durationMs: number;
  readonly wholeMs: number;
  readonly isError: boolean;
}

/** The part of the run that a step took. */
function Place({ offsetMs, durationMs, wholeMs, isError }: PlaceProps): ReactNode {
  const toShare = (ms: number): number => (wholeMs <= 0 ? 0 : Math.max(0, Math.min(1, ms / wholeMs)) * 100);
  return (
    <span className={classes.whole} aria-hidden="true">
      <span
        className={classes.part}
        data-error={isError || undefined}
        style={{ left: `${toShare(offsetMs)}%`, width: `${toShare(durationMs)}%` }}
      />
    </span>
  );
}
