import { useMemo, useState, type ReactNode } from 'react';
import { copyText } from '../../text/copy-text.js';
import { formatBytes } from '../../time/amounts.js';
import { Button } from '../controls/button.js';
import { announce } from '../feedback/announcements.js';
import { OutsideText } from '../text/outside-text.js';
import { JsonTree, type JsonTreeProps } from './json-tree.js';
import classes from './json-tree.module.css';
import { fitsTree, PREVIEW_UNITS } from './limits.js';
import { printJson } from './print.js';
import { saveText } from './save-text.js';

export interface JsonViewProps extends JsonTreeProps {
  /** Name of the file that a download makes. */
  readonly fileName?: string;
}

/** A JSON value as a tree, or as the beginning of its text if it is too large for one. The whole can be copied and downloaded. */
export function JsonView({ fileName = 'value.json', ...tree }: JsonViewProps): ReactNode {
  const { value, label } = tree;
  const isTree = useMemo(() => fitsTree(value), [value]);
  const [term, setTerm] = useState('');
  const copy = async (): Promise<void> =>
    announce((await copyText(printJson(value))) ? 'Copied the JSON.' : 'The browser did not allow to copy.');
  return (
    <section className={classes.view} aria-label={label}>
      <div className={classes.bar}>
        {isTree && (
          <input
            type="search"
            className={classes.search}
            aria-label={`Search in ${label}`}
            placeholder="Search names and values"
            value={term}
            onChange={(event) => setTerm(event.target.value)}
          />
        )}
        <Button kind="quiet" icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
        <Button kind="quiet" icon="export" onClick={() => saveText(fileName, printJson(value))}>
          Download
        </Button>
      </div>
      {isTree ? <JsonTree {...tree} term={term} /> : <Preview label={label} value={value} />}
    </section>
  );
}

function Preview({ label, value }: { readonly label: string; readonly value: unknown }): ReactNode {
  const text = useMemo(() => printJson(value, { limit: PREVIEW_UNITS }), [value]);
  return (
    <>
      <p className={classes.notice}>
        Too large for a tree. This is the beginning, up to {formatBytes(PREVIEW_UNITS)}; copy or download the whole.
      </p>
      <pre className={classes.preview} tabIndex={0} role="region" aria-label={`Beginning of ${label}`}>
        <OutsideText text={text} limit={PREVIEW_UNITS} />
      </pre>
    </>
  );
}
