import { invalidField } from '@svc/service-error';

/** Columns have no null: an absent string is empty, an absent ID is all zeros. */
export const emptyToUndefined = (value: string): string | undefined => (value === '' ? undefined : value);
export const zeroIdToUndefined = (hex: string): string | undefined => (/^0*$/.test(hex) ? undefined : hex);

/** The values of a repeated filter; an empty one, as in `?service=`, does not filter. */
export const nonEmpty = (values: readonly string[]): string[] => [...new Set(values)].filter((value) => value !== '');

/**
 * The services of a request that may name them with the former name of the filter.
 *
 * @param at the path of the object that has the filters, such as `query.`.
 * @throws ServiceError invalid_request if it uses both names.
 */
export function serviceFilter({ service, serviceName }: ServiceNames, at = ''): string[] {
  const services = nonEmpty(service);
  if (serviceName === '') return services;
  if (services.length > 0)
    throw invalidField(`${at}service_name`, 'cannot be combined with service, which means the same');
  return [serviceName];
}

interface ServiceNames {
  readonly service: readonly string[];
  readonly serviceName: string;
}
