import { useState, type ReactNode } from 'react';
import { TextField } from '../../ui/controls/text-field.js';
import { CodeBlock } from '../../ui/feedback/code-block.js';
import classes from '../settings.module.css';
import { toSourcePlace, type CodehostDraft } from './codehost.js';

const LINE = 42;

/** Shows where the file of a frame is, as the form would be saved. */
export function SourcePreview({ draft }: { readonly draft: CodehostDraft }): ReactNode {
  const [file, setFile] = useState('src/pay.ts');
  const place = toSourcePlace(draft, file, LINE);
  return (
    <div className={classes.form}>
      <TextField
        label="Try the file of a frame"
        value={file}
        maxLength={500}
        spellCheck={false}
        hint="As a stack shows it, such as src/pay.ts. It is not saved."
        onChange={setFile}
      />
      {place ? (
        <>
          <p className={classes.note}>Its path in the repository:</p>
          <CodeBlock label="Path in the repository" text={place.path} />
          <p className={classes.note}>{`The address of line ${LINE}, if the repository is at GitHub:`}</p>
          <CodeBlock label="Address of the line" text={place.address} />
        </>
      ) : (
        <p className={classes.note}>With a repository and a file inside of the directory, its address is shown here.</p>
      )}
    </div>
  );
}
