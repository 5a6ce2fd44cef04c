import { readForeignObject } from '@svc/capture';
import { decodeJson, FlagsDecideRequestSchema, invalidRequest, validate, type FlagsDecideRequest } from '@svc/contract';

/**
 * The evaluation context that an SDK of PostHog sends, with the requested flags; all if it names none.
 *
 * @throws ServiceError invalid_request
 */
export function readPostHogContext(body: Uint8Array): FlagsDecideRequest {
  const sent = readForeignObject(body);
  const { distinct_id, $anon_distinct_id, groups, person_properties, group_properties, flag_keys_to_evaluate } = sent;
  const context = {
    distinct_id: distinct_id ?? sent['distinctId'],
    anon_distinct_id: $anon_distinct_id,
    groups,
    person_properties,
    group_properties,
    flag_keys: flag_keys_to_evaluate,
  };
  const given = Object.entries(context).filter(([, value]) => value !== undefined);
  const { message, violations } = decodeJson(FlagsDecideRequestSchema, Object.fromEntries(given));
  const found = violations.length > 0 ? violations : validate(FlagsDecideRequestSchema, message);
  if (found.length > 0) throw invalidRequest(found);
  return message;
}
