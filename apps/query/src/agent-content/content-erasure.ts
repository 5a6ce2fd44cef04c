import { Inject, Injectable } from '@nestjs/common';
import type { ObjectStore } from '@svc/objects';
import type { ProjectReader } from '@svc/reading/project-reader';
import {
  select,
  sql,
  stringParam,
  stringParams,
  tableColumns,
  type Deletion,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { OBJECT_STORE } from '@svc/runtime';
import { AGENT_STEPS, AI_CONTENT } from '@svc/tables';

/** Objects, or traces, that are deleted together. */
const BATCH = 500;

/** Deletes prompts and answers: the objects of large values first, because only the rows know them. */
@Injectable()
export class ContentErasure {
  constructor(@Inject(OBJECT_STORE) private readonly objects: ObjectStore) {}

  ofTrace(traceId: string, reader: ProjectReader): Promise<void> {
    return this.#delete([isOfTraces([traceId])], reader);
  }

  /** Deletes those of spans that name the person, and those of all traces in which runs of the person have steps. */
  async ofPerson(distinctIds: readonly string[], reader: ProjectReader): Promise<void> {
    await this.#delete([isOfPerson(distinctIds)], reader);
    for (let after = ''; ;) {
      const rows = await reader.rows(selectTraces(reader.scope, distinctIds, after));
      const last = rows.at(-1);
      if (!last) return;
      await this.#delete([isOfTraces(rows.map((row) => row.trace_id_hex))], reader);
      after = last.trace_id_hex;
    }
  }

  async #delete(where: Deletion['where'], reader: ProjectReader): Promise<void> {
    for (let after = ''; ;) {
      const rows = await reader.rows(selectObjects(reader.scope, where, after));
      for (const { object_key: key } of rows) await this.objects.delete(key);
      const last = rows.at(-1);
      if (!last) break;
      after = last.object_key;
    }
    await reader.deleteFound({ from: AI_CONTENT, during: 'retention', where });
  }
}

const isOfPerson = (distinctIds: readonly string[]): Sql => sql`has(${stringParams(distinctIds)}, distinct_id)`;

const isOfTraces = (traceIds: readonly string[]): Sql =>
  sql`has(arrayMap(id -> toFixedString(unhex(id), 16), ${stringParams(traceIds)}), trace_id)`;

function selectTraces(scope: Scope, distinctIds: readonly string[], after: string) {
  return select({
    columns: tableColumns(AGENT_STEPS, ['trace_id']),
    from: AGENT_STEPS,
    scope,
    during: 'retention',
    where: [isOfPerson(distinctIds), sql`trace_id > unhex(${stringParam(after)})`],
    groupBy: sql`trace_id`,
    orderBy: sql`trace_id`,
    limit: BATCH,
  });
}

function selectObjects(scope: Scope, where: Deletion['where'], after: string) {
  return select({
    columns: tableColumns(AI_CONTENT, ['object_key']),
    from: AI_CONTENT,
    scope,
    during: 'retention',
    where: [...where, sql`object_key > ${stringParam(after)}`],
    groupBy: sql`object_key`,
    orderBy: sql`object_key`,
    limit: BATCH,
  });
}
