import type { ReactNode } from 'react';
import type { AiTypedQuery } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { CodeBlock } from '../../ui/feedback/code-block.js';
import { Card } from '../../ui/layout/card.js';
import { Facts } from '../../ui/layout/facts.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { formatCell, toPage } from './to-answer.js';

interface TypedQueryProps {
  readonly title: string;
  readonly query: AiTypedQuery;
}

/** A query that a question became: its parameters, the command that makes it, and the page on which it can be changed. */
export function TypedQuery({ title, query }: TypedQueryProps): ReactNode {
  const { operation, parameters = {}, description, command, request } = query;
  const page = toPage(query);
  const text = command ?? (request ? `${request.method} ${request.path}` : undefined);
  return (
    <Card title={title} aside={page && <ScopeLink {...page}>Open and change it</ScopeLink>}>
      <p>
        <OutsideText text={description} />
      </p>
      <Facts
        label={title}
        facts={[
          { name: 'Operation', value: <code>{operation}</code> },
          ...Object.entries(parameters).map(([name, value]) => ({
            name,
            value: <OutsideText text={formatCell(value)} limit={300} />,
          })),
        ]}
      />
      {text !== undefined && <CodeBlock label={command === undefined ? 'Request' : 'Command'} text={text} />}
    </Card>
  );
}
