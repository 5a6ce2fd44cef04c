import { useMemo, useState } from 'react';
import type { Trace } from '../../../gen/api.js';
import { formatCount, formatDuration } from '../../../time/amounts.js';
import { Button } from '../../../ui/controls/button.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import { buildTree } from '../model/build-tree.js';
import classes from './compare-table.module.css';
import { compareTraces, orderPaths, toPathNames, type Order, type Side } from './compare-traces.js';

const STEP = 200;
type Outline = Pick<Trace, 'start_time' | 'outline'>;

/** The paths of two traces side by side, and how much the self time of each has grown. */
export function CompareTable({ before, after }: { readonly before: Outline; readonly after: Outline }) {
  const paths = useMemo(() => compareTraces(buildTree(before), buildTree(after)), [before, after]);
  const [order, setOrder] = useState<Order>('difference');
  const [shown, setShown] = useState(STEP);
  const rows = useMemo(() => orderPaths(paths, order), [paths, order]);
  if (paths.length === 0) return <p className={classes['empty']}>Neither trace has spans.</p>;
  return (
    <div className={classes['compare']}>
      <div className={classes['actions']}>
        <Button aria-pressed={order === 'difference'} onClick={() => setOrder('difference')}>
          Greatest difference first
        </Button>
        <Button aria-pressed={order === 'path'} onClick={() => setOrder('path')}>
          In the order of the trace
        </Button>
      </div>
      <div className={classes['scroller']} role="region" aria-label="Comparison of traces" tabIndex={0}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                Path
              </th>
              <SideHeads name="Spans" />
              <SideHeads name="Total" />
              <SideHeads name="Self time" />
              <th scope="col" rowSpan={2} className={classes['number']}>
                Difference of self time
              </th>
            </tr>
            <tr>
              {['Spans', 'Total', 'Self time'].flatMap((name) =>
                ['Before', 'After'].map((side) => (
                  <th key={`${name} ${side}`} scope="col" className={classes['number']}>
                    {side}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => {
              const path = paths[row];
              if (path === undefined) return null;
              return (
                <tr key={row}>
                  <th scope="row" className={classes['path']}>
                    <span className={classes['service']}>
                      <OutsideText text={path.service} limit={100} />
                    </span>{' '}
                    <OutsideText text={toPathNames(paths, row).join(' › ')} limit={300} />
                  </th>
                  <Cells before={path.before} after={path.after} />
                  <td className={classes['number']} data-change={Math.sign(path.differenceNs)}>
                    {path.differenceNs > 0 && '+'}
                    {formatDuration(path.differenceNs)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <Button onClick={() => setShown(shown + STEP)}>
          Show {formatCount(Math.min(STEP, rows.length - shown))} more of {formatCount(rows.length)}
        </Button>
      )}
    </div>
  );
}

function SideHeads({ name }: { readonly name: string }) {
  return (
    <th scope="colgroup" colSpan={2} className={classes['number']}>
      {name}
    </th>
  );
}

/** Counts, totals and self times before and after; a dash where a trace has no such span. */
function Cells({ before, after }: { readonly before: Side | undefined; readonly after: Side | undefined }) {
  const formats: readonly ((side: Side) => string)[] = [
    ({ count }) => formatCount(count),
    ({ totalNs }) => formatDuration(totalNs),
    ({ selfNs }) => formatDuration(selfNs),
  ];
  return formats.flatMap((format, column) =>
    [before, after].map((side, index) => (
      <td key={`${column} ${index}`} className={classes['number']}>
        {side === undefined ? '–' : format(side)}
      </td>
    )),
  );
}
