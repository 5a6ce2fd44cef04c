import { useMemo, type ReactNode } from 'react';
import type { Service } from '../../gen/api.js';
import { toTarget } from '../../links/targets.js';
import { useGo } from '../../links/use-go.js';
import { Rows, type Column } from '../../rows/rows.js';
import type { Update } from '../../url/use-search-state.js';
import type { ServicesState, Sort } from '../fields.js';
import { ServiceCells } from './service-cells.js';
import { nextSort, sortServices } from './sort-services.js';

interface ServiceListProps {
  readonly services: readonly Service[];
  readonly state: ServicesState;
  readonly update: Update<ServicesState>;
}

type SortedColumn = Column & { readonly by?: Sort };

const COLUMNS: readonly SortedColumn[] = [
  { label: 'Service', width: 'minmax(140px, 2fr)', narrowWidth: 'minmax(0, 1fr)', by: 'name' },
  { label: 'Environments', width: 'minmax(110px, 1.4fr)', isOptional: true },
  { label: 'Requests', width: '96px', narrowWidth: '74px', isNumber: true, by: 'requests' },
  { label: 'Failed', width: '84px', narrowWidth: '56px', isNumber: true, by: 'errors' },
  { label: 'P50', width: '92px', isNumber: true, isOptional: true, by: 'p50' },
  { label: 'P95', width: '92px', narrowWidth: '72px', isNumber: true, by: 'p95' },
  { label: 'P99', width: '92px', isNumber: true, isOptional: true, by: 'p99' },
  { label: 'Last seen', width: '110px', isNumber: true, isOptional: true, by: 'seen' },
];

/** The services with their requests, failures and durations. The heads of columns sort. */
export function ServiceList({ services, state, update }: ServiceListProps): ReactNode {
  const go = useGo();
  const { sort, order, name } = state;
  const rows = useMemo(() => sortServices(services, { sort, order, name }), [services, sort, order, name]);
  const columns = COLUMNS.map(({ by, ...column }) =>
    by === undefined
      ? column
      : {
          ...column,
          sorting: {
            direction: by === sort ? order : undefined,
            onSort: () => update(nextSort({ sort, order }, by), { replace: true }),
          },
        },
  );
  return (
    <Rows
      label="Services"
      rows={rows}
      columns={columns}
      getId={getName}
      renderCells={(service) => <ServiceCells service={service} />}
      onOpen={(service) => {
        const target = service && toTarget('service', service.service_name);
        if (target) go(target);
      }}
    />
  );
}

function getName({ service_name: name }: Service): string {
  return name;
}
