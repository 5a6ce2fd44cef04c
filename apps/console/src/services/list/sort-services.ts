import type { Service } from '../../gen/api.js';
import type { ServicesState, Sort } from '../fields.js';

const KEYS: Readonly<Record<Exclude<Sort, 'name'>, (service: Service) => number>> = {
  requests: ({ request_rate: rate }) => rate,
  errors: ({ error_rate: rate }) => rate,
  p50: ({ p50_duration_ms: ms }) => ms,
  p95: ({ p95_duration_ms: ms }) => ms,
  p99: ({ p99_duration_ms: ms }) => ms,
  seen: ({ last_seen_minute: time }) => (time === undefined ? 0 : Date.parse(time)),
};

/** The services whose names contain a text in any case, in the chosen order; equal ones by name. */
export function sortServices(
  services: readonly Service[],
  { sort, order, name }: Pick<ServicesState, 'sort' | 'order' | 'name'>,
): readonly Service[] {
  const part = name.trim().toLowerCase();
  const sign = order === 'asc' ? 1 : -1;
  const byName = (a: Service, b: Service): number =>
    a.service_name < b.service_name ? -1 : Number(a.service_name > b.service_name);
  return services
    .filter(({ service_name: own }) => own.toLowerCase().includes(part))
    .toSorted((a, b) => {
      if (sort === 'name') return sign * byName(a, b);
      return sign * (KEYS[sort](a) - KEYS[sort](b)) || byName(a, b);
    });
}

/** The state after a click on the head of a column: the other direction, or the natural one of another column. */
export function nextSort(
  { sort, order }: Pick<ServicesState, 'sort' | 'order'>,
  picked: Sort,
): Pick<ServicesState, 'sort' | 'order'> {
  if (sort === picked) return { sort, order: order === 'asc' ? 'desc' : 'asc' };
  return { sort: picked, order: picked === 'name' ? 'asc' : 'desc' };
}
