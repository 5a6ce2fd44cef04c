import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Card } from '../../ui/layout/card.js';
import { Facts } from '../../ui/layout/facts.js';
import { LazyJson } from '../../ui/value/lazy-json.js';
import { ValueCell } from '../../ui/value/value-cell.js';
import { Note } from './toolbar.js';

/** The properties of a person or an account, each with its actions, or all of them as JSON. */
export function Properties({
  values = {},
}: {
  readonly values: Readonly<Record<string, unknown>> | undefined;
}): ReactNode {
  const [isJson, setJson] = useState(false);
  const entries = Object.entries(values);
  const toggle = entries.length > 0 && (
    <Button kind="quiet" aria-pressed={isJson} onClick={() => setJson(!isJson)}>
      JSON
    </Button>
  );
  return (
    <Card title="Properties" aside={toggle}>
      {entries.length === 0 && <Note>None. Events set them with `set` and `set_once`.</Note>}
      {isJson ? (
        <LazyJson label="Properties" value={values} fileName="properties.json" />
      ) : (
        <Facts
          label="Properties"
          facts={entries.map(([name, value]) => ({ name, value: <ValueCell field={name} value={value} /> }))}
        />
      )}
    </Card>
  );
}
