import type { ReactNode } from 'react';
import type { SymbolFile } from '../gen/api.js';
import { TargetLink } from '../links/target-link.js';
import { useMembers } from '../session/use-members.js';
import { formatBytes, formatCount } from '../time/format.js';
import { TimeText } from '../time/time-text.js';
import { Facts, type Fact } from '../ui/layout/facts.js';
import { Panel, PanelSection } from '../ui/layout/panel.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { describeContent, explainLookup, nameKind } from './describe-file.js';

interface FilePanelProps {
  /** Undefined if the file is not in the part of the list that is loaded. */
  readonly file: SymbolFile | undefined;
  readonly onClose: () => void;
}

/** One file beside the list: how frames find it, what is in it, and who has uploaded it. */
export function FilePanel({ file, onClose }: FilePanelProps): ReactNode {
  return (
    <Panel title={file ? <OutsideText text={file.filename} limit={200} /> : 'File'} onClose={onClose}>
      {file ? (
        <FileFacts file={file} />
      ) : (
        <p>The file is not in the part of the list that is loaded. It may have been replaced, or be further down.</p>
      )}
    </Panel>
  );
}

function FileFacts({ file }: { readonly file: SymbolFile }): ReactNode {
  const { nameOf } = useMembers();
  const { created_by: by, created_at: created, release, dist, debug_id: debugId, arch, sha256 } = file;
  const content = describeContent(file);
  const id = (text: string): ReactNode => (
    <code>
      <OutsideText text={text} limit={200} />
    </code>
  );
  const facts: readonly (Fact | false)[] = [
    { name: 'Kind', value: nameKind(file.kind) },
    release !== '' && {
      name: 'Release',
      value: (
        <TargetLink type="release" id={release}>
          <OutsideText text={release} limit={200} />
        </TargetLink>
      ),
    },
    dist !== '' && { name: 'Distribution', value: <OutsideText text={dist} limit={80} /> },
    debugId !== '' && { name: 'Debug ID', value: id(debugId) },
    arch !== '' && { name: 'Architecture', value: <OutsideText text={arch} limit={80} /> },
    { name: 'Size', value: `${formatBytes(file.size)} (${formatCount(file.size)} bytes)` },
    content.length > 0 && { name: 'Content', value: <OutsideText text={content.join(', ')} limit={500} /> },
    created !== undefined && { name: 'Uploaded', value: <TimeText at={created} /> },
    by !== undefined && { name: 'Uploaded by', value: <OutsideText text={nameOf(by)} /> },
    { name: 'SHA-256', value: id(sha256) },
    { name: 'ID', value: id(file.id) },
  ];
  return (
    <PanelSection title="Facts">
      <p>{explainLookup(file)}</p>
      <Facts label="Facts about the file" facts={facts.filter((fact) => fact !== false)} />
    </PanelSection>
  );
}
