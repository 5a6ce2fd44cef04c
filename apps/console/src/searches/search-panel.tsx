import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { formatExact } from '../api/parse-exact.js';
import { useMembers } from '../session/use-members.js';
import { TimeText } from '../time/time-text.js';
import { CodeBlock } from '../ui/feedback/code-block.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Facts, type Fact } from '../ui/layout/facts.js';
import { Panel, PanelSection } from '../ui/layout/panel.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { SearchActions } from './search-actions.js';
import { nameVisibility } from './search-draft.js';

interface SearchPanelProps {
  readonly id: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** One saved search beside the list. */
export function SearchPanel({ id, onOpen, onClose }: SearchPanelProps): ReactNode {
  const { nameOf } = useMembers();
  const input = { path: { search_id: id } };
  const { data, error, refetch } = useApi('GET /search/saved/{search_id}', input, { keepsPrevious: false });
  const time = (at: string | undefined): ReactNode => at !== undefined && <TimeText at={at} />;
  const facts: readonly Fact[] = data
    ? [
        { name: 'Signal', value: data.signal },
        { name: 'Visible to', value: nameVisibility(data.is_shared) },
        { name: 'Owner', value: <OutsideText text={nameOf(data.created_by)} /> },
        { name: 'Saved', value: time(data.created_at) },
        { name: 'Changed', value: time(data.updated_at) },
        { name: 'Version', value: String(data.version) },
      ]
    : [];
  return (
    <Panel title={data ? <OutsideText text={data.name} limit={200} /> : 'Saved search'} onClose={onClose}>
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <SearchActions search={data} onOpen={onOpen} onDeleted={onClose} />
          <PanelSection title="Query">
            <CodeBlock label="Query" text={formatExact(data.query ?? {}, 2)} />
          </PanelSection>
          <PanelSection title="Facts">
            <Facts label="Facts about the search" facts={facts} />
          </PanelSection>
        </>
      )}
    </Panel>
  );
}
