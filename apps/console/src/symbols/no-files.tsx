import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.js';
import { Empty } from '../ui/feedback/empty.js';
import { toUpload } from './describe-file.js';
import type { SymbolsState } from './fields.js';

interface NoFilesProps {
  readonly state: SymbolsState;
  readonly onRemoveFilter: () => void;
}

/** Says that no file is stored, and teaches the commands that upload one. */
export function NoFiles({ state, onRemoveFilter }: NoFilesProps): ReactNode {
  const { kind, release } = state;
  const { text, commands } = toUpload(kind, release);
  const isFiltered = kind === 'sourcemaps' && release !== '';
  const title = isFiltered ? `No source map of the release ${release}` : 'Nothing is uploaded yet';
  return (
    <Empty
      title={title}
      text={`${text} Errors of the last 72 hours that lacked a file become readable when it arrives.`}
      command={commands.join('\n')}
    >
      {isFiltered && <Button onClick={onRemoveFilter}>Show those of all releases</Button>}
    </Empty>
  );
}
