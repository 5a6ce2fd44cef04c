import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { LazyJson } from '../../ui/value/lazy-json.js';
import { ValueCell } from '../../ui/value/value-cell.js';

interface LogAttributesProps {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>> | undefined;
}

/** Attributes with their values, each with its actions, or all of them as JSON; nothing where there are none. */
export function LogAttributes({ title, values = {} }: LogAttributesProps): ReactNode {
  const [isJson, setJson] = useState(false);
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  const toFact = ([name, value]: readonly [string, unknown]): Fact => ({
    name,
    value: <ValueCell field={name} value={value} />,
  });
  const toggle = (
    <Button kind="quiet" aria-pressed={isJson} onClick={() => setJson(!isJson)}>
      JSON
    </Button>
  );
  return (
    <PanelSection title={title} aside={toggle}>
      {isJson ? (
        <LazyJson label={title} value={values} fileName={`${title.toLowerCase()}.json`} />
      ) : (
        <Facts label={title} facts={entries.map(toFact)} />
      )}
    </PanelSection>
  );
}
