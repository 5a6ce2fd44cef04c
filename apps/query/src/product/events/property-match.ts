import { invalidField } from '@svc/errors';
import { memberJson, propertyCondition } from '@svc/property-filters';
import { sql, type Sql } from '@svc/reading/statement';

/**
 * `property_key` and `property_value` of a query string as a condition; nothing where both are absent.
 *
 * @throws ServiceError `invalid_request` where there is one without the other.
 */
export function propertyMatch({
  propertyKey,
  propertyValue,
}: {
  propertyKey: string;
  propertyValue: string;
}): Sql | undefined {
  if ((propertyKey === '') !== (propertyValue === ''))
    throw invalidField(propertyKey === '' ? 'property_key' : 'property_value', 'is required with the other of the two');
  if (propertyKey === '') return undefined;
  const question = { kind: 'equals', values: [propertyValue] } as const;
  return propertyCondition(memberJson(sql`properties`, propertyKey), { question, isNegated: false });
}
