import type { JsonObject } from '@svc/contract';
import { nextAction } from '../../result/next-actions.js';
import type { Section, ToolAnswer } from '../../result/tool-answer.js';
import { isEmpty, objectOf, pick, rowsOf, wordOf } from '../../tool/rows.js';
import { idOf, isOver, type Followed } from './follow.js';

/** Questions, conclusions and evidence name what was recorded, such as services and patterns of logs. */
const SOURCE = 'investigations';

/** An investigation as the result of a tool: the conclusion, what it cites, and how to go on. */
export function describe({ answer, failure }: Followed): ToolAnswer {
  const { json, counts } = answer;
  const conclusion = objectOf(json, 'conclusion');
  const omitted = rowsOf(json, 'omitted');
  return {
    summary: [
      summarize(json, isOver(answer)),
      ...(failure === undefined ? [] : [`It could not be read again: ${failure}`]),
    ],
    sections: [
      { name: 'conclusion', source: SOURCE, rows: [describeWhole(json, conclusion)] },
      section('claims', rowsOf(conclusion, 'claims')),
      {
        ...section(
          'hypotheses',
          rowsOf(json, 'hypotheses').map((row) => pick(row, ['cause', 'text', 'status', 'score', 'evidence_ids'])),
        ),
        total: counts['hypotheses'],
      },
      {
        ...section(
          'evidence',
          rowsOf(json, 'evidence').map((row) => pick(row, ['id', 'kind', 'finding', 'title', 'link', 'expired'])),
        ),
        total: counts['evidence'],
        note: 'The link shows the data. The operation investigations.get has the query and figures of each, investigations.continue asks for more.',
      },
      {
        ...section('not_looked_at', omitted),
        note:
          omitted.length > 0
            ? 'Scopes are missing, so there is evidence that was not looked for or is not shown.'
            : undefined,
      },
    ],
    next: isOver(answer)
      ? [nextAction('readChanges'), nextAction('listIssues')]
      : [nextAction('awaitInvestigation', json['id'])],
  };
}

function summarize(json: JsonObject, isOver: boolean): string {
  const status = wordOf(json, 'status');
  const level = wordOf(objectOf(json, 'conclusion'), 'level');
  if (!isOver)
    return `The investigation is ${status}. It continues by itself: call investigate with its investigation_id to wait for the conclusion.`;
  if (level === '') return `The investigation is ${status}, without a conclusion.`;
  if (level === 'inconclusive') return `The investigation is ${status}: it found no cause, and the reason says why.`;
  return `The investigation is ${status}. Its conclusion is ${level}: the evidence supports it as far as that.`;
}

function describeWhole(json: JsonObject, conclusion: JsonObject): JsonObject {
  const { start, end } = objectOf(objectOf(json, 'scope'), 'window');
  const id = idOf(json);
  const error = pick(objectOf(json, 'error'), ['code', 'message']);
  return {
    investigation_id: id,
    ...pick(json, ['status', 'title', 'subject']),
    window: { start: start ?? null, end: end ?? null },
    ...pick(json, ['onset']),
    ...pick(conclusion, ['level', 'text', 'causes', 'reason']),
    ...(isEmpty(error) ? {} : { error }),
    ...pick(json, ['model']),
    link: `/api/v1/investigations/${id}`,
  };
}

function section(name: string, rows: readonly JsonObject[]): Section {
  return { name, source: SOURCE, rows };
}
