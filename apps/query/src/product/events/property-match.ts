import { memberJson, propertyCondition } from '@svc/property-filters';
import { sql, type Sql } from '@svc/reading/statement';
import { invalidField } from '@svc/service-error';

/**
 * The condition of `property_key` and `property_value` of a query string; undefined if both are absent.
 *
 * @throws ServiceError `invalid_request` if one is given without the other.
 */
export function propertyMatch({
  propertyKey,
  propertyValue,
}: {
  propertyKey: string;
  propertyValue?: string | undefined;
}): Sql | undefined {
  // An empty value is a value, but without a name it is nothing.
  if (propertyKey === '' && !propertyValue) return undefined;
  if (propertyKey === '' || propertyValue === undefined)
    throw invalidField(
      propertyKey === '' ? 'property_key' : 'property_value',
      'property_key and property_value must be given together',
    );
  const question = { kind: 'equals', values: [propertyValue] } as const;
  return propertyCondition(memberJson(sql`properties`, propertyKey), { question, isNegated: false });
}
