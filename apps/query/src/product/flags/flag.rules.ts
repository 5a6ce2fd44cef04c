import { invalidRequest, type FlagsCreateRequest, type FlagsUpdateRequest } from '@svc/contract';
import { checkDefinition, checkReferences, dependents, LIMITS, type FlagDefinition } from '@svc/flags';
import { ServiceError, invalidField } from '@svc/service-error';
import { readFilters, readVariants } from './flag.message.js';

/** The last segment of the snapshot's path, which would hide a flag with this key. */
const RESERVED_KEY = 'local-evaluation';

type NewFlag = Pick<FlagsCreateRequest, 'key' | 'active' | 'type' | 'variants' | 'filters' | 'defaultVariant'> &
  Partial<Pick<FlagsCreateRequest, 'name' | 'tags'>>;

/** The flag of a create request, at version 1. */
export function newDefinition(request: NewFlag): FlagDefinition {
  const variants = readVariants(request.variants);
  return checked({
    key: request.key,
    name: request.name ?? '',
    active: request.active ?? true,
    type: (request.type ?? (variants.length > 0 ? 'multivariate' : 'boolean')) as FlagDefinition['type'],
    variants,
    filters: readFilters(request.filters),
    ...(request.defaultVariant && { default_variant: request.defaultVariant }),
    tags: request.tags ?? [],
    version: 1,
  });
}

/** The flag with the changes of an update: absent fields keep their values. */
export function changedDefinition(flag: FlagDefinition, request: FlagsUpdateRequest): FlagDefinition {
  const { name, active, type, filters, tags, defaultVariant, key } = request;
  if (key !== undefined && key !== flag.key) throw invalidField('key', 'cannot be changed');
  const variants = readVariants(request.variants);
  const absent = [name, active, type, filters, defaultVariant].every((field) => field === undefined);
  if (absent && variants.length === 0 && tags.length === 0)
    throw new ServiceError('invalid_request', {
      message: 'Nothing to change: send name, active, type, variants, filters, default_variant or tags.',
    });
  const changedType = type ?? (variants.length > 0 ? 'multivariate' : flag.type);
  const isNowBoolean = changedType === 'boolean' && flag.type !== 'boolean' && variants.length === 0;
  const { default_variant: before, ...rest } = flag;
  const fallback = isNowBoolean ? defaultVariant : (defaultVariant ?? before);
  return checked({
    ...rest,
    name: name ?? flag.name,
    active: active ?? flag.active,
    type: changedType as FlagDefinition['type'],
    variants: variants.length > 0 ? variants : isNowBoolean ? [] : flag.variants,
    filters: filters ? readFilters(filters) : flag.filters,
    ...(fallback && { default_variant: fallback }),
    tags: tags.length > 0 ? tags : flag.tags,
    version: flag.version + 1,
  });
}

function checked(flag: FlagDefinition): FlagDefinition {
  const violations = checkDefinition(flag);
  if (flag.key === RESERVED_KEY) violations.push({ path: 'key', reason: 'is taken' });
  if (violations.length > 0) throw invalidRequest(violations);
  return flag;
}

/** @throws ServiceError if the flag conflicts with other flags of its project. */
export function checkAmong(
  flag: FlagDefinition,
  others: readonly FlagDefinition[],
  cohorts: ReadonlySet<string>,
): void {
  if (others.length >= LIMITS.flags)
    throw new ServiceError('state_conflict', { message: `A project has at most ${LIMITS.flags} flags.` });
  const all = new Map([...others, flag].map((each) => [each.key, each]));
  const violations = checkReferences(flag, all, cohorts);
  if (violations.length > 0) throw invalidRequest(violations);
}

/**
 * Every process that evaluates flags reads all definitions of a project at once.
 *
 * @param bytes of all definitions after the change.
 * @throws ServiceError if they are too large.
 */
export function checkSize(bytes: number): void {
  if (bytes <= LIMITS.definitionBytes) return;
  const mebibytes = LIMITS.definitionBytes / 1024 / 1024;
  throw new ServiceError('state_conflict', {
    message: `The flags of a project have at most ${mebibytes} MiB together.`,
  });
}

/** @throws ServiceError while a condition of another flag refers to it. */
export function checkUnused(key: string, others: readonly FlagDefinition[]): void {
  if (dependents(key, others).length > 0)
    throw new ServiceError('state_conflict', { message: 'A condition of another flag refers to this flag.' });
}
