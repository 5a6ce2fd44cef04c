import type { ReactNode } from 'react';
import { BarList } from '../../charts/bar-list.js';
import { TimeSeries } from '../../charts/time-series.js';
import type { AiQueryResponse } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { toPlainText } from '../../text/segments.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { Card } from '../../ui/layout/card.js';
import { Stat } from '../../ui/layout/stat.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './answer.module.css';
import { formatCell, toChart, toParts } from './to-answer.js';
import { TypedQuery } from './typed-query.js';

interface AnswerProps {
  readonly question: string;
  readonly answer: AiQueryResponse;
  readonly onAsk: (question: string) => void;
}

interface AnswerRow {
  readonly row: AiQueryResponse['rows'][number];
  readonly index: number;
}

const TONES: Readonly<Record<string, Tone>> = { answered: 'ok', ambiguous: 'warn', refused: 'danger' };

/** Shows what was understood, the query, and its rows; or why there is none, and what can be asked. */
export function Answer({ question, answer, onAsk }: AnswerProps): ReactNode {
  const { status, query, choices, suggestions, translation, missing_scopes: scopes } = answer;
  const read = translation?.question ?? question;
  return (
    <>
      <Card title="Understood" aside={<Badge tone={TONES[status] ?? 'neutral'}>{status}</Badge>}>
        <p className={classes.question}>
          {toParts(read, answer.understood).map(({ text, meaning }, index) =>
            meaning === undefined ? (
              <OutsideText key={index} text={text} limit={500} />
            ) : (
              <mark key={index} className={classes.understood} title={toPlainText(meaning)}>
                <OutsideText text={text} limit={500} />
              </mark>
            ),
          )}
        </p>
        <p>
          <OutsideText text={answer.explanation} />
        </p>
        {answer.not_understood.length > 0 && (
          <p>
            Not understood: <OutsideText text={answer.not_understood.join(', ')} limit={300} />
          </p>
        )}
        {scopes.length > 0 && <p>{`Your role does not have ${scopes.join(', ')}.`}</p>}
        {translation && (
          <p className={classes.note}>
            <OutsideText text={`${translation.model}: ${translation.explanation}`} />
          </p>
        )}
        {suggestions.length > 0 && (
          <div role="group" aria-label="Suggestions" className={classes.suggestions}>
            {suggestions.map((text) => (
              <Button key={text} onClick={() => onAsk(text)}>
                <OutsideText text={text} limit={120} />
              </Button>
            ))}
          </div>
        )}
      </Card>
      {status === 'answered' && <Result answer={answer} />}
      {query && <TypedQuery title="The query" query={query} />}
      {choices.map((choice, index) => (
        <TypedQuery key={index} title={`It can mean, ${index + 1}`} query={choice} />
      ))}
    </>
  );
}

function Result({ answer }: { readonly answer: AiQueryResponse }): ReactNode {
  const { startMs, endMs, zone } = useScope();
  const { columns, rows, truncated } = answer;
  const chart = toChart(answer);
  return (
    <Card title="Answer">
      {chart?.kind === 'number' && <Stat label={chart.name.replaceAll('_', ' ')} value={formatCell(chart.value)} />}
      {chart?.kind === 'bar' && <BarList label={chart.name} bars={chart.bars} />}
      {chart?.kind === 'line' && (
        <TimeSeries
          label={chart.name}
          times={chart.times}
          series={[{ name: chart.name, tone: 'accent', values: chart.values }]}
          startMs={chart.times[0] ?? startMs}
          endMs={chart.times.at(-1) ?? endMs}
          zone={zone}
        />
      )}
      <Table<AnswerRow>
        label="Answer"
        rows={rows.map((row, index) => ({ row, index }))}
        getId={({ index }) => String(index)}
        empty="The query has no rows."
        columns={columns.map((column) => ({
          label: column.replaceAll('_', ' '),
          isNumber: rows.every((row) => typeof row[column] === 'number'),
          render: ({ row }) => <OutsideText text={formatCell(row[column])} limit={200} />,
        }))}
      />
      {truncated && <p className={classes.note}>The query has more rows than are shown.</p>}
    </Card>
  );
}
