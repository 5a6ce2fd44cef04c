import type { ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { ReplayListResponse, ReplayRecording } from '../../gen/api.js';
import { Rows } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { useScope } from '../../scope/scope.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { NoReplays } from './no-replays.js';
import { ReplayCells, toReplayColumns } from './replay-cells.js';
import { toReplaysInput } from './replay-query.js';
import type { ToolbarProps } from './toolbar-props.js';

/** The recordings that match, page after page. */
export function ReplayList({ state, update }: ToolbarProps): ReactNode {
  const { query } = useScope();
  const { open, ...filters } = state;
  const pages = useApiPages('GET /replay', toReplaysInput(query, filters));
  const { error, refetch } = pages;
  const { rows, isEmpty, onEnd, foot } = usePagedRows(pages, toRows);
  if (error && rows.length === 0) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (isEmpty) return <NoReplays state={state} update={update} />;
  const isNarrow = open !== undefined;
  return (
    <Rows
      label="Recordings"
      rows={rows}
      columns={toReplayColumns(isNarrow)}
      getId={getId}
      renderCells={(recording) => <ReplayCells recording={recording} isNarrow={isNarrow} />}
      open={open}
      onOpen={(recording) => update({ open: recording?.session_id }, { replace: true })}
      onEnd={onEnd}
      foot={foot}
    />
  );
}

function getId({ session_id }: ReplayRecording): string {
  return session_id;
}

function toRows({ recordings }: ReplayListResponse): ReplayListResponse['recordings'] {
  return recordings;
}
