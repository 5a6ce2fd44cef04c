import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useKeys } from '../../keys/use-keys.js';
import { useScope } from '../../scope/scope.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Beside } from '../../ui/layout/panel.js';
import type { Update } from '../../url/use-search-state.js';
import type { ServicesState } from '../fields.js';
import { NoServices } from '../no-services.js';
import { Notes } from '../notes.js';
import { MapPicture } from './map-picture.js';
import { MapTables } from './map-tables.js';
import { useMapLayout } from './model/use-map-layout.js';
import { MapPanel } from './panel/map-panel.js';
import classes from './service-map.module.css';

interface ServiceMapProps {
  readonly state: ServicesState;
  readonly update: Update<ServicesState>;
}

/** Who calls whom: services with the databases, queues and hosts that they use, as a drawing or as tables. */
export function ServiceMap({ state: { open, table }, update }: ServiceMapProps): ReactNode {
  const { query } = useScope();
  const { data, error, refetch } = useApi('GET /services/map', { query });
  const shown = useMapLayout(data);
  const onOpen = (next: readonly string[]): void => update({ open: next }, { replace: true });
  useKeys('Service map', [
    { keys: 't', label: 'Table or drawing', run: () => update({ table: !table }, { replace: true }) },
    { keys: 'escape', label: 'Close the details', run: () => onOpen([]) },
  ]);
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data?.nodes.length === 0) return <NoServices name="" onShowAll={() => onOpen([])} />;
  const { leftNodes = 0, leftEdges = 0 } = shown ?? {};
  return (
    <>
      <Beside>
        <div className={classes.stage} aria-busy={data === undefined}>
          {data && table && <MapTables map={data} open={open} onOpen={onOpen} />}
          {shown && !table && <MapPicture map={shown} open={open} onOpen={onOpen} />}
        </div>
        {data && open.length > 0 && <MapPanel map={data} open={open} onOpen={onOpen} />}
      </Beside>
      <Notes
        notes={[
          data?.estimated === true &&
            'Counts are estimates, because spans were sampled or only parts of the range were read.',
          data?.sampled === true &&
            'Only parts of the range were read: rare connections may be missing. A shorter range is read whole.',
          data?.truncated === true &&
            'The project has more nodes or connections than the service returns: the busiest are here.',
          !table &&
            leftNodes + leftEdges > 0 &&
            `The drawing leaves out the ${leftNodes.toLocaleString('en-US')} quietest nodes and ${leftEdges.toLocaleString('en-US')} connections; the table has all of them.`,
        ]}
      />
    </>
  );
}
