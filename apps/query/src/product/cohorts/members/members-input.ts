import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { hexDigits, select, sql, stringParams, typed } from '@svc/reading/statement';
import { invalidField } from '@svc/service-error';
import { PERSON_OVERRIDES, PERSON_SEEN } from '@svc/tables';

/** A UUID as programs write it: in lower or upper case, with or without hyphens, braces and prefix. */
const UUID = /^(?:urn:uuid:)?\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;
/** Person IDs are UUIDs of version 5, which programs hardly ever choose as distinct IDs. */
const PERSON_ID = /^.{12}5.{3}[89ab]/;
const MAX_ID_BYTES = 200;
/** Keeps parameters below the size limit of a form field. */
const IDS_PER_STATEMENT = 500;

/** Turns references to persons into their canonical distinct IDs. */
@Injectable()
export class MembersInput {
  /**
   * Returns each person once. An ID that is not a person ID is a distinct ID, also if it was never seen.
   *
   * @throws ServiceError invalid_request; also for an ID in the form of a person ID that belongs to no person and is
   * not a known distinct ID, because a mistyped ID would become a person.
   */
  async read(members: readonly string[], reader: ProjectReader): Promise<string[]> {
    members.forEach((id, index) => {
      if (id === '' || Buffer.byteLength(id) > MAX_ID_BYTES || /\p{Cc}/u.test(id))
        throw invalidField(`members[${index}]`, `must be 1 to ${MAX_ID_BYTES} bytes without control characters`);
    });
    const canonical = new Set<string>();
    for (let start = 0; start < members.length; start += IDS_PER_STATEMENT) {
      const ids = members.slice(start, start + IDS_PER_STATEMENT);
      const named = await this.#byPersonId(ids, reader);
      const distinct = ids.map((id) => named.get(toHex(id) ?? '') ?? id);
      await this.#refuseUnknown(distinct, start, reader);
      const overrides = await this.#readCanonicalIds(distinct, reader);
      for (const id of distinct) canonical.add(overrides.get(id) ?? id);
    }
    return [...canonical];
  }

  /** Returns the distinct IDs of persons by the digits of their IDs. */
  async #byPersonId(ids: readonly string[], reader: ProjectReader): Promise<Map<string, string>> {
    const digits = ids.flatMap((id) => toHex(id) ?? []);
    if (digits.length === 0) return new Map();
    const statement = select({
      columns: { hex: hexDigits(sql`any(person_id)`), id: typed('String', sql`distinct_id`) },
      from: PERSON_SEEN,
      scope: reader.scope,
      where: [sql`has(${stringParams(digits)}, lower(hex(person_id)))`],
      groupBy: sql`distinct_id`,
    });
    const rows = await reader.rows(statement);
    return new Map(rows.map(({ hex, id }) => [hex, id]));
  }

  /** @param start the position of the first ID among all members. */
  async #refuseUnknown(ids: readonly string[], start: number, reader: ProjectReader): Promise<void> {
    const suspects = ids.filter((id) => PERSON_ID.test(toHex(id) ?? ''));
    if (suspects.length === 0) return;
    const statement = select({
      columns: { id: typed('String', sql`distinct_id`) },
      from: PERSON_SEEN,
      scope: reader.scope,
      where: [sql`has(${stringParams(suspects)}, distinct_id)`],
      groupBy: sql`distinct_id`,
    });
    const seen = new Set((await reader.rows(statement)).map(({ id }) => id));
    const unknown = ids.findIndex((id) => suspects.includes(id) && !seen.has(id));
    if (unknown >= 0)
      throw invalidField(`members[${start + unknown}]`, 'has the form of a person ID, but there is no such person');
  }

  async #readCanonicalIds(ids: readonly string[], reader: ProjectReader): Promise<Map<string, string>> {
    const statement = select({
      columns: {
        id: typed('String', sql`distinct_id`),
        canonical: typed('String', sql`argMax(canonical_distinct_id, version)`),
      },
      from: PERSON_OVERRIDES,
      scope: reader.scope,
      where: [sql`has(${stringParams(ids)}, distinct_id)`],
      groupBy: sql`distinct_id`,
    });
    const rows = await reader.rows(statement);
    return new Map(rows.map(({ id, canonical }) => [id, canonical]));
  }
}

/** The 32 digits of a UUID in lower case; undefined for any other text. */
function toHex(id: string): string | undefined {
  return UUID.exec(id)?.slice(1).join('').toLowerCase();
}
