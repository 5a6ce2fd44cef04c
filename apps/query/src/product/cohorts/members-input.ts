import type { ProjectReader } from '@svc/reading/project-reader';
import { Injectable } from '@nestjs/common';
import { PERSON_OVERRIDES, PERSON_SEEN } from '@svc/tables';
import { invalidField } from '@svc/errors';
import { hexDigits, select, sql, stringParams, typed } from '@svc/reading/statement';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_ID_BYTES = 200;
/** Parameters stay below the size of a form field. */
const IDS_OF_A_STATEMENT = 500;

/** Turns what a caller calls persons into the distinct ids that stand for them. */
@Injectable()
export class MembersInput {
  /**
   * Each person once. An id that is nobody's person id is a distinct id, also of somebody who was never seen.
   * @throws ServiceError invalid_request
   */
  async read(members: readonly string[], reader: ProjectReader): Promise<string[]> {
    members.forEach((id, index) => {
      if (id === '' || Buffer.byteLength(id) > MAX_ID_BYTES || /\p{Cc}/u.test(id))
        throw invalidField(`members[${index}]`, `must be 1 to ${MAX_ID_BYTES} bytes without control characters`);
    });
    const canonical = new Set<string>();
    for (let start = 0; start < members.length; start += IDS_OF_A_STATEMENT) {
      const ids = members.slice(start, start + IDS_OF_A_STATEMENT);
      const named = await this.#byPersonId(ids, reader);
      const distinct = ids.map((id) => named.get(id.toLowerCase()) ?? id);
      const overrides = await this.#canonicalOf(distinct, reader);
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

  async #canonicalOf(ids: readonly string[], reader: ProjectReader): Promise<Map<string, string>> {
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
