import { Inject, Injectable } from '@nestjs/common';
import { PERSON_OVERRIDES, PERSON_SEEN, type ColumnStore } from '@svc/columnar';
import { invalidField } from '@svc/errors';
import { COLUMN_STORE } from '@svc/service';
import { select, sql, stringParams, type Budget, type Scope } from '@svc/reading/statement';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_ID_BYTES = 200;
/** Parameters stay below the size of a form field. */
const IDS_OF_A_STATEMENT = 500;

/** Turns what a caller calls persons into the distinct ids that stand for them. */
@Injectable()
export class MembersInput {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  /**
   * Each person once. An id that is nobody's person id is a distinct id, also of somebody who was never seen.
   * @throws ServiceError invalid_request
   */
  async read(members: readonly string[], scope: Scope, budget: Budget): Promise<string[]> {
    members.forEach((id, index) => {
      if (id === '' || Buffer.byteLength(id) > MAX_ID_BYTES || /\p{Cc}/u.test(id))
        throw invalidField(`members[${index}]`, `must be 1 to ${MAX_ID_BYTES} bytes without control characters`);
    });
    const canonical = new Set<string>();
    for (let start = 0; start < members.length; start += IDS_OF_A_STATEMENT) {
      const ids = members.slice(start, start + IDS_OF_A_STATEMENT);
      const named = await this.#byPersonId(ids, scope, budget);
      const distinct = ids.map((id) => named.get(id.toLowerCase()) ?? id);
      const overrides = await this.#canonicalOf(distinct, scope, budget);
      for (const id of distinct) canonical.add(overrides.get(id) ?? id);
    }
    return [...canonical];
  }

  async #byPersonId(ids: readonly string[], scope: Scope, budget: Budget): Promise<Map<string, string>> {
    const uuids = ids.filter((id) => UUID.test(id)).map((id) => id.toLowerCase());
    if (uuids.length === 0) return new Map();
    const statement = select({
      columns: sql`lower(hex(any(person_id))) AS hex, distinct_id AS id`,
      from: PERSON_SEEN,
      scope,
      where: [sql`has(${stringParams(uuids.map((uuid) => uuid.replaceAll('-', '')))}, lower(hex(person_id)))`],
      groupBy: sql`distinct_id`,
    });
    const rows = await this.store.query<{ hex: string; id: string }>(budget.statement(statement));
    const byHex = new Map(rows.map(({ hex, id }) => [hex, id]));
    return new Map(
      uuids.flatMap((uuid) => {
        const id = byHex.get(uuid.replaceAll('-', ''));
        return id === undefined ? [] : [[uuid, id] as const];
      }),
    );
  }

  async #canonicalOf(ids: readonly string[], scope: Scope, budget: Budget): Promise<Map<string, string>> {
    const statement = select({
      columns: sql`distinct_id AS id, argMax(canonical_distinct_id, version) AS canonical`,
      from: PERSON_OVERRIDES,
      scope,
      where: [sql`has(${stringParams(ids)}, distinct_id)`],
      groupBy: sql`distinct_id`,
    });
    const rows = await this.store.query<{ id: string; canonical: string }>(budget.statement(statement));
    return new Map(rows.map(({ id, canonical }) => [id, canonical]));
  }
}
