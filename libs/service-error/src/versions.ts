import { requireFound, ServiceError } from './service-error.js';

/** A record whose version every change increments. */
export interface Versioned {
  readonly version: bigint | number;
}

/**
 * Creates the 409 of a change that expected another version; it names the current one, so only for a resource the caller may read.
 *
 * @param field the field with the expected version.
 */
export function versionConflict(current: bigint | number, field = EXPECTED_VERSION): ServiceError {
  const noun = field.replace('expected_', '');
  return new ServiceError('version_conflict', {
    details: [{ path: field, reason: `is not the current ${noun}, which is ${current}` }],
  });
}

/**
 * @param expected any version if undefined.
 * @param field the field with the expected version.
 * @throws ServiceError version_conflict
 */
export function checkVersion<Version extends bigint | number>(
  current: Version,
  expected: Version | undefined,
  field = EXPECTED_VERSION,
): void {
  if (expected !== undefined && expected !== current) throw versionConflict(current, field);
}

/**
 * Returns a record that exists and has the expected version, or any version if that is undefined.
 *
 * @throws ServiceError not_found, version_conflict
 */
export function requireVersion<Row extends { readonly version: bigint }>(
  row: Row | null | undefined,
  expected: bigint | undefined,
): Row {
  const found = requireFound(row);
  checkVersion(found.version, expected);
  return found;
}

/**
 * Returns the result of a change that applies to one version of a record.
 *
 * @param changed false or absent if the record does not exist or has another version.
 * @param find reads the record again, to tell one from the other.
 * @throws ServiceError not_found, version_conflict
 */
export async function changeVersioned<Changed>(
  changed: PromiseLike<Changed | false | null | undefined>,
  find: () => PromiseLike<Versioned | null | undefined>,
): Promise<Changed> {
  const result = await changed;
  if (result) return result;
  throw versionConflict(requireFound(await find()).version);
}

const EXPECTED_VERSION = 'expected_version';
