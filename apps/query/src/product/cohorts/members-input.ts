import type { ProjectReader } from '@svc/reading/project-reader';
import { Injectable } from '@nestjs/common';
import { PERSON_OVERRIDES, PERSON_SEEN } from '@svc/tables';
import { invalidField } from '@svc/errors';
import { hexDigits, select, sql, stringParams, typed } from '@svc/reading/statement';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_ID_BYTES = 200;
/** Keeps parameters below the size limit of a form field. */
const IDS_PER_STATEMENT = 500;

/** Turns references to persons into their canonical distinct IDs. */
@Injectable()
export class MembersInput {
  /**
   * Returns each person once. An ID that is not a person ID is a distinct ID, also if it was never seen.
   * @throws ServiceError invalid_request
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
      const distinct = ids.map((id) => named.get(id.toLowerCase()) ?? id);
      const overrides = await this.#readCanonicalIds(distinct, reader);
      for (const id of distinct) canonical.add(overrides.get(id) ?? id);
    }
    return [...canonical];
  }

  async #byPersonId(ids: readonly string[], reader: ProjectReader): Promise<Map<string, string>> {
    const uuids = ids.filter((id) => UUID.test(id)).map((id) => id.toLowerCase());
    if (uuids.length === 0) return new Map();
    const statement = select({
      columns: { hex: hexDigits(sql`any(person_id)`), id: typed('String', sql`distinct_id`) },
      from: PERSON_SEEN,
      scope: reader.scope,
      where: [sql`has(${stringParams(uuids.map((uuid) => uuid.replaceAll('-', '')))}, lower(hex(person_id)))`],
      groupBy: sql`distinct_id`,
    });
    const rows = await reader.rows(statement);
    const byHex = new Map(rows.map(({ hex, id }) => [hex, id]));
    return new Map(
      uuids.flatMap((uuid) => {
        const id = byHex.get(uuid.replaceAll('-', ''));
        return id === undefined ? [] : [[uuid, id] as const];
      }),
    );
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
