import type { Trace } from '../../../gen/api.js';
import { formatCount } from '../../../time/amounts.js';
import { toNotes } from '../model/notes.js';
import type { TraceTree } from '../model/trace-tree.js';
import classes from './trace-notes.module.css';

/** Notes on the shape of the trace: spans that are missing, cut off or uncertain. */
export function TraceNotes({ tree, trace }: { readonly tree: TraceTree; readonly trace: Pick<Trace, 'truncated'> }) {
  return (
    <ul className={classes['notes']} aria-label="About this trace">
      <li>
        {formatCount(tree.spanCount)} {tree.spanCount === 1 ? 'span' : 'spans'}
      </li>
      {toNotes(tree, trace.truncated).map((note) => (
        <li key={note} className={classes['warning']}>
          {note}
        </li>
      ))}
    </ul>
  );
}
