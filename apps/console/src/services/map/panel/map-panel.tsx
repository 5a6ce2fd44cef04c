import type { ReactNode } from 'react';
import type { ServicesMapResponse } from '../../../gen/api.js';
import { Panel } from '../../../ui/layout/panel.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import { toNode } from '../model/edge-query.js';
import { EdgeDetails } from './edge-details.js';
import { NodeDetails } from './node-details.js';

interface MapPanelProps {
  readonly map: ServicesMapResponse;
  readonly open: readonly string[];
  readonly onOpen: (open: readonly string[]) => void;
}

/** Details of a node or of a connection beside the map. */
export function MapPanel({ map, open: [first = '', second], onOpen }: MapPanelProps): ReactNode {
  const source = toNode(map.nodes, first);
  const onClose = (): void => onOpen([]);
  if (second === undefined)
    return (
      <Panel title={<OutsideText text={source.name} limit={120} />} onClose={onClose}>
        <NodeDetails map={map} node={source} onOpen={onOpen} />
      </Panel>
    );
  const target = toNode(map.nodes, second);
  const title = (
    <>
      <OutsideText text={source.name} limit={60} /> → <OutsideText text={target.name} limit={60} />
    </>
  );
  return (
    <Panel title={title} onClose={onClose}>
      <EdgeDetails map={map} source={source} target={target} onOpen={onOpen} />
    </Panel>
  );
}
